//go:build tuning

package uci

const tuning = true
