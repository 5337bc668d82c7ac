package wire

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// checkMessageComponents judges the components of a message: rows of the first version, or the second version's tree.
// files are the names that attachment:// can mean.
func checkMessageComponents(f Field, list []Component, v2 bool, files map[string]bool) {
	c := componentCheck{files: files, customIDs: map[string]bool{}, ids: map[int]bool{}}
	if v2 {
		for i := range list {
			c.one(f.Index(i), &list[i], ActionRow, Section, TextDisplay, MediaGallery, File, Separator, Container)
		}
		if c.total > 40 {
			f.Add("COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "The maximum number of components (40) has been exceeded: %d.", c.total)
		}
		if c.text > 4000 {
			f.Add("COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "The total size of displayable text (%d) exceeds the maximum of 4000.", c.text)
		}
		return
	}
	f.count(len(list), 0, 5)
	for i := range list {
		c.one(f.Index(i), &list[i], ActionRow)
	}
}

// checkModalComponents judges the fields of a modal.
func checkModalComponents(f Field, list []Component) {
	c := componentCheck{modal: true, customIDs: map[string]bool{}, ids: map[int]bool{}}
	f.count(len(list), 1, 5)
	for i := range list {
		c.one(f.Index(i), &list[i], ActionRow, Label, TextDisplay)
	}
}

// componentCheck remembers across a tree what has to be unique and what adds up.
type componentCheck struct {
	modal     bool
	files     map[string]bool
	customIDs map[string]bool
	ids       map[int]bool
	total     int
	text      int
}

// one judges a component that has to be of one of the types, and what it holds.
func (c *componentCheck) one(f Field, x *Component, types ...int) {
	c.total++
	if !contains(types, x.Type) {
		f.Key("type").Add("UNION_TYPE_CHOICES", "Value of field \"type\" must be one of %v.", types)
		return
	}
	if x.ID < 0 {
		f.Key("id").within(float64(x.ID), 0, 1<<31-1)
	}
	if x.ID > 0 && c.ids[x.ID] {
		f.Key("id").Add("COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
	}
	c.ids[x.ID] = true
	switch x.Type {
	case ActionRow:
		c.row(f.Key("components"), x.Components)
	case Button:
		c.button(f, x)
	case StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect:
		c.menu(f, x)
	case TextInput:
		c.input(f, x)
	case Section:
		f.Key("components").count(len(x.Components), 1, 3)
		c.all(f, x.Components, TextDisplay)
		if x.Accessory == nil {
			f.Key("accessory").required()
		} else {
			c.one(f.Key("accessory"), x.Accessory, Button, Thumbnail)
		}
	case TextDisplay:
		f.Key("content").length(x.Content, 1, 4000)
		c.text += utf8.RuneCountInString(x.Content)
	case Thumbnail:
		c.media(f.Key("media"), x.Media)
		f.Key("description").length(x.Description, 0, 1024)
	case MediaGallery:
		f.Key("items").count(len(x.Items), 1, 10)
		for i := range x.Items {
			c.media(f.Key("items").Index(i).Key("media"), &x.Items[i].Media)
			f.Key("items").Index(i).Key("description").length(x.Items[i].Description, 0, 1024)
		}
	case File:
		c.media(f.Key("file"), x.File)
		if x.File != nil && !strings.HasPrefix(x.File.URL, "attachment://") {
			f.Key("file").Key("url").Add("URL_TYPE_INVALID_SCHEME", "A file component can only show an attachment:// of the message.")
		}
	case Separator:
		if x.Spacing != 0 && x.Spacing != 1 && x.Spacing != 2 {
			f.Key("spacing").Add("BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
		}
	case Container:
		if x.AccentColor != nil {
			f.Key("accent_color").within(float64(*x.AccentColor), 0, 0xffffff)
		}
		f.Key("components").count(len(x.Components), 1, 40)
		c.all(f, x.Components, ActionRow, Section, TextDisplay, MediaGallery, File, Separator)
	case Label:
		f.Key("label").length(x.Label, 1, 45)
		f.Key("description").length(x.Description, 0, 100)
		if x.Component == nil {
			f.Key("component").required()
			return
		}
		c.one(f.Key("component"), x.Component, TextInput, StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect)
	}
}

func (c *componentCheck) all(f Field, list []Component, types ...int) {
	for i := range list {
		c.one(f.Key("components").Index(i), &list[i], types...)
	}
}

// row wants five buttons at most, or one menu, or in a modal one text field.
func (c *componentCheck) row(f Field, list []Component) {
	f.count(len(list), 1, 5)
	width := 0
	for i := range list {
		x := &list[i]
		if c.modal {
			c.one(f.Index(i), x, TextInput)
			width += 5
			continue
		}
		c.one(f.Index(i), x, Button, StringSelect, UserSelect, RoleSelect, MentionableSelect, ChannelSelect)
		width++
		if x.IsSelect() {
			width += 4
		}
	}
	if width > 5 && len(list) <= 5 {
		f.Add("COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
	}
}

func (c *componentCheck) customID(f Field, id string) {
	f.length(id, 1, 100)
	if id != "" && c.customIDs[id] {
		f.Add("COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
	}
	c.customIDs[id] = true
}

// Styles of buttons.
const (
	linkStyle    = 5
	premiumStyle = 6
)

func (c *componentCheck) button(f Field, x *Component) {
	f.Key("label").length(x.Label, 0, 80)
	checkEmoji(f.Key("emoji"), x.Emoji)
	switch {
	case x.Style < 1 || x.Style > premiumStyle:
		f.Key("style").Add("BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3, 4, 5, 6).")
		return
	case x.Style == premiumStyle:
		f.Key("sku_id").id(x.SKUID)
		return
	case x.Style == linkStyle:
		if x.URL == "" {
			f.Key("url").required()
			break
		}
		f.Key("url").length(x.URL, 0, 512)
		f.Key("url").link(x.URL, "http", "https", "discord")
		if x.CustomID != "" {
			f.Key("custom_id").Add("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	default:
		c.customID(f.Key("custom_id"), x.CustomID)
		if x.URL != "" {
			f.Key("url").Add("BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", "A custom id and url cannot both be specified")
		}
	}
	if x.Label == "" && x.Emoji == nil {
		f.Key("label").Add("BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button must have a label or an emoji")
	}
}

func (c *componentCheck) menu(f Field, x *Component) {
	c.customID(f.Key("custom_id"), x.CustomID)
	f.Key("placeholder").length(x.Placeholder, 0, 150)
	lo, hi := 1, 1
	if x.MinValues != nil {
		lo = *x.MinValues
		f.Key("min_values").within(float64(lo), 0, 25)
	}
	if x.MaxValues != nil {
		hi = *x.MaxValues
		f.Key("max_values").within(float64(hi), 1, 25)
	}
	if lo > hi {
		f.Key("min_values").Add("SELECT_COMPONENT_MIN_VALUES_EXCEEDS_MAX", "min_values must not be more than max_values")
	}
	if x.Type != StringSelect {
		f.Key("default_values").count(len(x.DefaultValues), 0, 25)
		return
	}
	f = f.Key("options")
	f.count(len(x.Options), 1, 25)
	if hi > len(x.Options) && len(x.Options) > 0 && x.MaxValues != nil {
		f.Add("SELECT_COMPONENT_MAX_VALUES_TOO_BIG", "max_values is more than there are options")
	}
	seen := map[string]bool{}
	defaults := 0
	for i, o := range x.Options {
		f.Index(i).Key("label").length(o.Label, 1, 100)
		f.Index(i).Key("value").length(o.Value, 1, 100)
		f.Index(i).Key("description").length(o.Description, 0, 100)
		checkEmoji(f.Index(i).Key("emoji"), o.Emoji)
		if seen[o.Value] {
			f.Index(i).Key("value").Add("SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", "The specified option value is already used")
		}
		seen[o.Value] = true
		if o.Default {
			defaults++
		}
	}
	if defaults > hi {
		f.Add("SELECT_COMPONENT_TOO_MANY_DEFAULTS", "More options are preset than may be chosen")
	}
}

func (c *componentCheck) input(f Field, x *Component) {
	c.customID(f.Key("custom_id"), x.CustomID)
	if x.Style != 0 || x.Label != "" { // the old form has its label here, in a row
		f.Key("label").length(x.Label, 0, 45)
	}
	if x.Style != 1 && x.Style != 2 {
		f.Key("style").Add("BASE_TYPE_CHOICES", "Value must be one of (1, 2).")
	}
	f.Key("placeholder").length(x.Placeholder, 0, 100)
	f.Key("value").length(x.Value, 0, 4000)
	if x.MinLength != nil {
		f.Key("min_length").within(float64(*x.MinLength), 0, 4000)
	}
	if x.MaxLength != nil {
		f.Key("max_length").within(float64(*x.MaxLength), 1, 4000)
	}
}

func (c *componentCheck) media(f Field, m *Media) {
	if m == nil {
		f.required()
		return
	}
	checkMediaURL(f.Key("url"), m.URL, false)
	if name, ok := strings.CutPrefix(m.URL, "attachment://"); ok && !c.files[name] {
		f.Key("url").Add("UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
			"The referenced attachment %q in the unfurled media item was not found.", name)
	}
}

func contains(list []int, n int) bool {
	for _, x := range list {
		if x == n {
			return true
		}
	}
	return false
}

// checkEmoji takes a server's emoji by its id, or one of Unicode by its name. An arrow or a chess piece that is no emoji is refused,
// as many a bot has found out in production.
func checkEmoji(f Field, e *Emoji) {
	if e == nil {
		return
	}
	if e.ID != nil && *e.ID != "" {
		f.Key("id").id(*e.ID)
		return
	}
	if e.Name == "" {
		f.Key("name").required()
		return
	}
	if !IsEmoji(e.Name) {
		f.Key("name").Add("BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
	}
}

// IsEmoji tells whether a text is one Unicode emoji, with its joiners, skin tones and variation selectors.
func IsEmoji(s string) bool {
	pictures, others := 0, 0
	keycap := strings.ContainsRune(s, 0x20E3)
	for _, r := range s {
		switch {
		case unicode.Is(emoji, r):
			pictures++
		case r == 0x200D || r == 0xFE0F || r == 0x20E3 || r >= 0xE0020 && r <= 0xE007F:
		case keycap && (r == '#' || r == '*' || r >= '0' && r <= '9'):
			pictures++
		default:
			others++
		}
	}
	return pictures > 0 && pictures <= 10 && others == 0
}

// emoji is Unicode's Emoji property without the digits.
var emoji = &unicode.RangeTable{
	R16: []unicode.Range16{
		{0xA9, 0xA9, 1}, {0xAE, 0xAE, 1}, {0x203C, 0x203C, 1}, {0x2049, 0x2049, 1}, {0x2122, 0x2122, 1}, {0x2139, 0x2139, 1},
		{0x2194, 0x2199, 1}, {0x21A9, 0x21AA, 1}, {0x231A, 0x231B, 1}, {0x2328, 0x2328, 1}, {0x23CF, 0x23CF, 1}, {0x23E9, 0x23F3, 1},
		{0x23F8, 0x23FA, 1}, {0x24C2, 0x24C2, 1}, {0x25AA, 0x25AB, 1}, {0x25B6, 0x25B6, 1}, {0x25C0, 0x25C0, 1}, {0x25FB, 0x25FE, 1},
		{0x2600, 0x2604, 1}, {0x260E, 0x260E, 1}, {0x2611, 0x2611, 1}, {0x2614, 0x2615, 1}, {0x2618, 0x2618, 1}, {0x261D, 0x261D, 1},
		{0x2620, 0x2620, 1}, {0x2622, 0x2623, 1}, {0x2626, 0x2626, 1}, {0x262A, 0x262A, 1}, {0x262E, 0x262F, 1}, {0x2638, 0x263A, 1},
		{0x2640, 0x2640, 1}, {0x2642, 0x2642, 1}, {0x2648, 0x2653, 1}, {0x265F, 0x2660, 1}, {0x2663, 0x2663, 1}, {0x2665, 0x2666, 1},
		{0x2668, 0x2668, 1}, {0x267B, 0x267B, 1}, {0x267E, 0x267F, 1}, {0x2692, 0x2697, 1}, {0x2699, 0x2699, 1}, {0x269B, 0x269C, 1},
		{0x26A0, 0x26A1, 1}, {0x26A7, 0x26A7, 1}, {0x26AA, 0x26AB, 1}, {0x26B0, 0x26B1, 1}, {0x26BD, 0x26BE, 1}, {0x26C4, 0x26C5, 1},
		{0x26C8, 0x26C8, 1}, {0x26CE, 0x26CF, 1}, {0x26D1, 0x26D1, 1}, {0x26D3, 0x26D4, 1}, {0x26E9, 0x26EA, 1}, {0x26F0, 0x26F5, 1},
		{0x26F7, 0x26FA, 1}, {0x26FD, 0x26FD, 1}, {0x2702, 0x2702, 1}, {0x2705, 0x2705, 1}, {0x2708, 0x270D, 1}, {0x270F, 0x270F, 1},
		{0x2712, 0x2712, 1}, {0x2714, 0x2714, 1}, {0x2716, 0x2716, 1}, {0x271D, 0x271D, 1}, {0x2721, 0x2721, 1}, {0x2728, 0x2728, 1},
		{0x2733, 0x2734, 1}, {0x2744, 0x2744, 1}, {0x2747, 0x2747, 1}, {0x274C, 0x274C, 1}, {0x274E, 0x274E, 1}, {0x2753, 0x2755, 1},
		{0x2757, 0x2757, 1}, {0x2763, 0x2764, 1}, {0x2795, 0x2797, 1}, {0x27A1, 0x27A1, 1}, {0x27B0, 0x27B0, 1}, {0x27BF, 0x27BF, 1},
		{0x2934, 0x2935, 1}, {0x2B05, 0x2B07, 1}, {0x2B1B, 0x2B1C, 1}, {0x2B50, 0x2B50, 1}, {0x2B55, 0x2B55, 1}, {0x3030, 0x3030, 1},
		{0x303D, 0x303D, 1}, {0x3297, 0x3297, 1}, {0x3299, 0x3299, 1},
	},
	R32: []unicode.Range32{
		{0x1F004, 0x1F004, 1}, {0x1F0CF, 0x1F0CF, 1}, {0x1F170, 0x1F171, 1}, {0x1F17E, 0x1F17F, 1}, {0x1F18E, 0x1F18E, 1},
		{0x1F191, 0x1F19A, 1}, {0x1F1E6, 0x1F1FF, 1}, {0x1F201, 0x1F202, 1}, {0x1F21A, 0x1F21A, 1}, {0x1F22F, 0x1F22F, 1},
		{0x1F232, 0x1F23A, 1}, {0x1F250, 0x1F251, 1}, {0x1F300, 0x1F321, 1}, {0x1F324, 0x1F393, 1}, {0x1F396, 0x1F397, 1},
		{0x1F399, 0x1F39B, 1}, {0x1F39E, 0x1F3F0, 1}, {0x1F3F3, 0x1F3F5, 1}, {0x1F3F7, 0x1F4FD, 1}, {0x1F4FF, 0x1F53D, 1},
		{0x1F549, 0x1F54E, 1}, {0x1F550, 0x1F567, 1}, {0x1F56F, 0x1F570, 1}, {0x1F573, 0x1F57A, 1}, {0x1F587, 0x1F587, 1},
		{0x1F58A, 0x1F58D, 1}, {0x1F590, 0x1F590, 1}, {0x1F595, 0x1F596, 1}, {0x1F5A4, 0x1F5A5, 1}, {0x1F5A8, 0x1F5A8, 1},
		{0x1F5B1, 0x1F5B2, 1}, {0x1F5BC, 0x1F5BC, 1}, {0x1F5C2, 0x1F5C4, 1}, {0x1F5D1, 0x1F5D3, 1}, {0x1F5DC, 0x1F5DE, 1},
		{0x1F5E1, 0x1F5E1, 1}, {0x1F5E3, 0x1F5E3, 1}, {0x1F5E8, 0x1F5E8, 1}, {0x1F5EF, 0x1F5EF, 1}, {0x1F5F3, 0x1F5F3, 1},
		{0x1F5FA, 0x1F64F, 1}, {0x1F680, 0x1F6C5, 1}, {0x1F6CB, 0x1F6D2, 1}, {0x1F6D5, 0x1F6D7, 1}, {0x1F6DC, 0x1F6E5, 1},
		{0x1F6E9, 0x1F6E9, 1}, {0x1F6EB, 0x1F6EC, 1}, {0x1F6F0, 0x1F6F0, 1}, {0x1F6F3, 0x1F6FC, 1}, {0x1F7E0, 0x1F7EB, 1},
		{0x1F7F0, 0x1F7F0, 1}, {0x1F90C, 0x1F93A, 1}, {0x1F93C, 0x1F945, 1}, {0x1F947, 0x1F9FF, 1}, {0x1FA70, 0x1FA7C, 1},
		{0x1FA80, 0x1FA89, 1}, {0x1FA8F, 0x1FAC6, 1}, {0x1FACE, 0x1FADC, 1}, {0x1FADF, 0x1FAE9, 1}, {0x1FAF0, 0x1FAF8, 1},
	},
	LatinOffset: 2,
}
