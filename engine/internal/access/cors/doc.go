// Package cors has the rules that let pages of other origins call a service and read its answers. An
// account uses Match to find the rule for a request; package settings stores the rules that clients set.
//
// https://learn.microsoft.com/rest/api/storageservices/cross-origin-resource-sharing--cors--support-for-the-azure-storage-services
package cors
