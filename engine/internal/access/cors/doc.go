// Package cors holds the rules by which pages of other origins may call a service and read its answers.
// An account asks Match for the rule of a request; settings keeps the rules that clients have set.
//
// https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services
package cors
