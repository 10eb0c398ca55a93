// Package keys makes keys of entities by the templates of a design, and says what a format does to the order
// of the values.
//
// A key is refused if the service would refuse it: because of a character that no key can have, or because
// it is longer than 1 KiB. Besides, a value is refused if its format has no text for it, such as a negative
// number for a padded one.
//
// The service orders keys by UTF-16 code unit, and so does everything here.
package keys
