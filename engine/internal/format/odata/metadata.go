package odata

// XMLType is the media type of what Metadata writes, and of error bodies in XML.
const XMLType = "application/xml;charset=utf-8"

const (
	schemaStart = `<?xml version="1.0" encoding="utf-8"?>` +
		`<edmx:Edmx Version="1.0" xmlns:edmx="http://schemas.microsoft.com/ado/2007/06/edmx">` +
		`<edmx:DataServices m:DataServiceVersion="3.0" ` +
		`xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata"><Schema Namespace="`
	tablesType = `" xmlns="http://schemas.microsoft.com/ado/2009/11/edm">` +
		`<EntityType Name="Tables"><Key><PropertyRef Name="TableName" /></Key>` +
		`<Property Name="TableName" Type="Edm.String" Nullable="false" /></EntityType>`
	entityType = `" OpenType="true">` +
		`<Key><PropertyRef Name="PartitionKey" /><PropertyRef Name="RowKey" /></Key>` +
		`<Property Name="PartitionKey" Type="Edm.String" Nullable="false" />` +
		`<Property Name="RowKey" Type="Edm.String" Nullable="false" />` +
		`<Property Name="Timestamp" Type="Edm.DateTime" Nullable="false" /></EntityType>`
	containerStart = `<EntityContainer Name="TableService" m:IsDefaultEntityContainer="true">`
	schemaEnd      = `</EntityContainer></Schema></edmx:DataServices></edmx:Edmx>`
)

// Metadata appends the schema of the account: a set and a type for the list of tables and for each table,
// with the names that odata.metadata and odata.type use. Types declare only the system properties, because
// custom ones vary from entity to entity.
// https://learn.microsoft.com/openspecs/windows_protocols/ms-odata/3fb477de-6b07-43ad-865c-acff63ae9d9f
func (w Writer) Metadata(dst []byte, names []string) []byte {
	dst = append(dst, schemaStart+w.Account+tablesType...)
	for _, name := range names {
		dst = append(dst, `<EntityType Name="`+name+entityType...)
	}
	dst = append(dst, containerStart...)
	for _, name := range append([]string{"Tables"}, names...) {
		dst = append(dst, `<EntitySet Name="`+name+`" EntityType="`+w.Account+`.`+name+`" />`...)
	}
	return append(dst, schemaEnd...)
}
