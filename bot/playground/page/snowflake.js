// Ids of Discord are numbers too large for a double, so they stay strings and are compared as such.

// compareIds orders ids by age, the oldest first.
export function compareIds(a, b) {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}
