// What C# programs of guides use of Azure's clients, written from their documentation: declarations, by
// which check.mjs finds wrong types. A program can't do what's missing here, so add it, as it's documented.
// Nothing here is run. As in the clients, only Azure.Core says what may be null.
#nullable enable
#pragma warning disable // external
namespace System
{
    using System.IO;

    public class BinaryData
    {
        public extern BinaryData(byte[] data);
        public extern BinaryData(string data);
        public static extern BinaryData FromBytes(byte[] data);
        public static extern BinaryData FromString(string data);
        public extern byte[] ToArray();
        public extern ReadOnlyMemory<byte> ToMemory();
        public extern Stream ToStream();
        public extern override string ToString();
    }
}
namespace Azure
{
    using System.Collections.Generic;
    using System.IO;
    using System.Threading;
    using Azure.Core;

    public struct ETag
    {
        public static readonly ETag All;
        public extern ETag(string etag);
        public static extern bool operator ==(ETag left, ETag right);
        public static extern bool operator !=(ETag left, ETag right);
        public extern override bool Equals(object? obj);
        public extern override int GetHashCode();
        public extern override string ToString();
    }
    public class Response
    {
        public extern int Status { get; }
        public extern string ReasonPhrase { get; }
        public extern ResponseHeaders Headers { get; }
        public extern BinaryData Content { get; }
        public extern Stream? ContentStream { get; }
        public extern bool IsError { get; }
    }
    public class NullableResponse<T>
    {
        public extern bool HasValue { get; }
        public extern T? Value { get; }
        public extern Response GetRawResponse();
    }
    public class Response<T> : NullableResponse<T>
    {
        public new extern T Value { get; }
        public static extern implicit operator T(Response<T> response);
    }
    public class Page<T>
    {
        public extern IReadOnlyList<T> Values { get; }
        public extern string? ContinuationToken { get; }
        public extern Response GetRawResponse();
    }
    public class AsyncPageable<T> : IAsyncEnumerable<T> where T : notnull
    {
        public extern IAsyncEnumerable<Page<T>> AsPages(string? continuationToken = null, int? pageSizeHint = null);
        public extern IAsyncEnumerator<T> GetAsyncEnumerator(CancellationToken cancellationToken = default);
    }
    public class RequestFailedException : Exception
    {
        public extern RequestFailedException(string message);
        public extern RequestFailedException(int status, string message);
        public extern RequestFailedException(int status, string message, string? errorCode, Exception? innerException);
        public extern int Status { get; }
        public extern string? ErrorCode { get; }
        public extern Response? GetRawResponse();
    }
    public class AzureSasCredential
    {
        public extern AzureSasCredential(string signature);
        public extern void Update(string signature);
    }
}
namespace Azure.Core
{
    public struct ResponseHeaders
    {
        public extern ETag? ETag { get; }
        public extern DateTimeOffset? Date { get; }
        public extern string? RequestId { get; }
        public extern bool TryGetValue(string name, out string? value);
    }
    public class TokenCredential { }
    public class ClientOptions
    {
        public extern RetryOptions Retry { get; }
    }
    public class RetryOptions
    {
        public extern int MaxRetries { get; set; }
        public extern TimeSpan Delay { get; set; }
        public extern TimeSpan MaxDelay { get; set; }
        public extern TimeSpan NetworkTimeout { get; set; }
        public extern RetryMode Mode { get; set; }
    }
    public enum RetryMode { Fixed, Exponential }
}
#nullable disable
namespace Azure.Identity
{
    using Azure.Core;

    public class DefaultAzureCredential : TokenCredential
    {
        public extern DefaultAzureCredential(bool includeInteractiveCredentials = false);
    }
}
namespace Azure.Data.Tables
{
    using System.Collections;
    using System.Collections.Generic;
    using System.Linq.Expressions;
    using System.Threading;
    using System.Threading.Tasks;
    using Azure.Core;
    using Azure.Data.Tables.Models;
    using Azure.Data.Tables.Sas;

    public interface ITableEntity
    {
        string PartitionKey { get; set; }
        string RowKey { get; set; }
        DateTimeOffset? Timestamp { get; set; }
        ETag ETag { get; set; }
    }
    public sealed class TableEntity : ITableEntity, IDictionary<string, object>
    {
        public extern TableEntity();
        public extern TableEntity(IDictionary<string, object> values);
        public extern TableEntity(string partitionKey, string rowKey);
        public extern string PartitionKey { get; set; }
        public extern string RowKey { get; set; }
        public extern DateTimeOffset? Timestamp { get; set; }
        public extern ETag ETag { get; set; }
        public extern object this[string key] { get; set; }
        public extern int Count { get; }
        public extern ICollection<string> Keys { get; }
        public extern void Add(string key, object value);
        public extern void Clear();
        public extern bool ContainsKey(string key);
        public extern bool Remove(string key);
        public extern bool TryGetValue(string key, out object value);
        public extern byte[] GetBinary(string key);
        public extern BinaryData GetBinaryData(string key);
        public extern bool? GetBoolean(string key);
        public extern DateTime? GetDateTime(string key);
        public extern DateTimeOffset? GetDateTimeOffset(string key);
        public extern double? GetDouble(string key);
        public extern Guid? GetGuid(string key);
        public extern int? GetInt32(string key);
        public extern long? GetInt64(string key);
        public extern string GetString(string key);
        extern bool ICollection<KeyValuePair<string, object>>.IsReadOnly { get; }
        extern ICollection<object> IDictionary<string, object>.Values { get; }
        extern void ICollection<KeyValuePair<string, object>>.Add(KeyValuePair<string, object> item);
        extern bool ICollection<KeyValuePair<string, object>>.Contains(KeyValuePair<string, object> item);
        extern void ICollection<KeyValuePair<string, object>>.CopyTo(KeyValuePair<string, object>[] array, int index);
        extern bool ICollection<KeyValuePair<string, object>>.Remove(KeyValuePair<string, object> item);
        extern IEnumerator<KeyValuePair<string, object>> IEnumerable<KeyValuePair<string, object>>.GetEnumerator();
        extern IEnumerator IEnumerable.GetEnumerator();
    }
    public enum TableUpdateMode { Merge, Replace }
    public enum TableTransactionActionType { Add, UpdateMerge, UpdateReplace, Delete, UpsertMerge, UpsertReplace }
    public class TableTransactionAction
    {
        public extern TableTransactionAction(TableTransactionActionType actionType, ITableEntity entity);
        public extern TableTransactionAction(
            TableTransactionActionType actionType, ITableEntity entity, ETag etag = default);
        public extern TableTransactionActionType ActionType { get; }
        public extern ITableEntity Entity { get; }
        public extern ETag ETag { get; }
    }
    public class TableTransactionFailedException : RequestFailedException
    {
        public extern TableTransactionFailedException(RequestFailedException requestFailedException);
        public extern int? FailedTransactionActionIndex { get; }
    }
    public class TableSharedKeyCredential
    {
        public extern TableSharedKeyCredential(string accountName, string accountKey);
    }
    public class TableClientOptions : ClientOptions
    {
        public extern bool EnableTenantDiscovery { get; set; }
    }
    public class TableServiceClient
    {
        public extern TableServiceClient(string connectionString);
        public extern TableServiceClient(string connectionString, TableClientOptions options = null);
        public extern TableServiceClient(Uri endpoint, TableClientOptions options = null);
        public extern TableServiceClient(Uri endpoint, AzureSasCredential credential);
        public extern TableServiceClient(Uri endpoint, TableSharedKeyCredential credential);
        public extern TableServiceClient(
            Uri endpoint, TokenCredential tokenCredential, TableClientOptions options = null);
        public extern string AccountName { get; }
        public extern Uri Uri { get; }
        public static extern string CreateQueryFilter(FormattableString filter);
        public extern TableClient GetTableClient(string tableName);
        public extern Task<Response<TableItem>> CreateTableAsync(
            string tableName, CancellationToken cancellationToken = default);
        public extern Task<Response<TableItem>> CreateTableIfNotExistsAsync(
            string tableName, CancellationToken cancellationToken = default);
        public extern Task<Response> DeleteTableAsync(
            string tableName, CancellationToken cancellationToken = default);
        public extern AsyncPageable<TableItem> QueryAsync(
            FormattableString filter, int? maxPerPage = null, CancellationToken cancellationToken = default);
        public extern AsyncPageable<TableItem> QueryAsync(
            string filter = null, int? maxPerPage = null, CancellationToken cancellationToken = default);
    }
    public class TableClient
    {
        public extern TableClient(string connectionString, string tableName);
        public extern TableClient(string connectionString, string tableName, TableClientOptions options = null);
        public extern TableClient(Uri endpoint, TableClientOptions options = null);
        public extern TableClient(Uri endpoint, AzureSasCredential credential, TableClientOptions options = null);
        public extern TableClient(Uri endpoint, string tableName, TableSharedKeyCredential credential);
        public extern TableClient(
            Uri endpoint, string tableName, TokenCredential tokenCredential, TableClientOptions options = null);
        public extern string AccountName { get; }
        public extern string Name { get; }
        public extern Uri Uri { get; }
        public static extern string CreateQueryFilter(FormattableString filter);
        public static extern string CreateQueryFilter<T>(Expression<Func<T, bool>> filter);
        public extern Task<Response<TableItem>> CreateAsync(CancellationToken cancellationToken = default);
        public extern Task<Response<TableItem>> CreateIfNotExistsAsync(CancellationToken cancellationToken = default);
        public extern Task<Response> DeleteAsync(CancellationToken cancellationToken = default);
        public extern Task<Response<T>> GetEntityAsync<T>(
            string partitionKey, string rowKey, IEnumerable<string> select = null,
            CancellationToken cancellationToken = default) where T : class, ITableEntity;
        public extern Task<NullableResponse<T>> GetEntityIfExistsAsync<T>(
            string partitionKey, string rowKey, IEnumerable<string> select = null,
            CancellationToken cancellationToken = default) where T : class, ITableEntity;
        public extern AsyncPageable<T> QueryAsync<T>(
            Expression<Func<T, bool>> filter, int? maxPerPage = null, IEnumerable<string> select = null,
            CancellationToken cancellationToken = default) where T : class, ITableEntity;
        public extern AsyncPageable<T> QueryAsync<T>(
            string filter = null, int? maxPerPage = null, IEnumerable<string> select = null,
            CancellationToken cancellationToken = default) where T : class, ITableEntity;
        public extern Task<Response> AddEntityAsync<T>(
            T entity, CancellationToken cancellationToken = default) where T : ITableEntity;
        public extern Task<Response> UpdateEntityAsync<T>(
            T entity, ETag ifMatch, TableUpdateMode mode = TableUpdateMode.Merge,
            CancellationToken cancellationToken = default) where T : ITableEntity;
        public extern Task<Response> UpsertEntityAsync<T>(
            T entity, TableUpdateMode mode = TableUpdateMode.Merge,
            CancellationToken cancellationToken = default) where T : ITableEntity;
        public extern Task<Response> DeleteEntityAsync(
            ITableEntity entity, ETag ifMatch = default, CancellationToken cancellationToken = default);
        public extern Task<Response> DeleteEntityAsync(
            string partitionKey, string rowKey, ETag ifMatch = default,
            CancellationToken cancellationToken = default);
        public extern Task<Response<IReadOnlyList<Response>>> SubmitTransactionAsync(
            IEnumerable<TableTransactionAction> transactionActions, CancellationToken cancellationToken = default);
        public extern TableSasBuilder GetSasBuilder(TableSasPermissions permissions, DateTimeOffset expiresOn);
        public extern Uri GenerateSasUri(TableSasBuilder builder);
        public extern Uri GenerateSasUri(TableSasPermissions permissions, DateTimeOffset expiresOn);
    }
}
namespace Azure.Data.Tables.Models
{
    public class TableItem
    {
        public extern TableItem(string name);
        public extern string Name { get; }
    }
}
namespace Azure.Data.Tables.Sas
{
    [Flags]
    public enum TableSasPermissions { Read = 1, Add = 2, Update = 4, Delete = 8, All = ~0 }
    public enum TableSasProtocol { None, HttpsAndHttp, Https }
    public class TableSasBuilder
    {
        public extern TableSasBuilder(string tableName, TableSasPermissions permissions, DateTimeOffset expiresOn);
        public extern string Identifier { get; set; }
        public extern string PartitionKeyStart { get; set; }
        public extern string PartitionKeyEnd { get; set; }
        public extern string RowKeyStart { get; set; }
        public extern string RowKeyEnd { get; set; }
        public extern TableSasProtocol Protocol { get; set; }
        public extern DateTimeOffset StartsOn { get; set; }
        public extern DateTimeOffset ExpiresOn { get; set; }
        public extern void SetPermissions(TableSasPermissions permissions);
        public extern string Sign(TableSharedKeyCredential credential);
    }
}
namespace Azure.Storage.Queues
{
    using System.Collections.Generic;
    using System.Threading;
    using System.Threading.Tasks;
    using Azure.Core;
    using Azure.Storage.Queues.Models;

    public enum QueueMessageEncoding { None, Base64 }
    public class QueueClientOptions : ClientOptions
    {
        public extern QueueMessageEncoding MessageEncoding { get; set; }
    }
    public class QueueClient
    {
        public extern QueueClient(string connectionString, string queueName);
        public extern QueueClient(string connectionString, string queueName, QueueClientOptions options);
        public extern QueueClient(Uri queueUri, TokenCredential credential, QueueClientOptions options = default);
        public extern string Name { get; }
        public extern Uri Uri { get; }
        public extern Task<Response> CreateIfNotExistsAsync(
            IDictionary<string, string> metadata = default, CancellationToken cancellationToken = default);
        public extern Task<Response<SendReceipt>> SendMessageAsync(string messageText);
        public extern Task<Response<SendReceipt>> SendMessageAsync(
            string messageText, TimeSpan? visibilityTimeout = default, TimeSpan? timeToLive = default,
            CancellationToken cancellationToken = default);
        public extern Task<Response<QueueMessage>> ReceiveMessageAsync(
            TimeSpan? visibilityTimeout = default, CancellationToken cancellationToken = default);
        public extern Task<Response<QueueMessage[]>> ReceiveMessagesAsync(
            int? maxMessages = default, TimeSpan? visibilityTimeout = default,
            CancellationToken cancellationToken = default);
        public extern Task<Response<UpdateReceipt>> UpdateMessageAsync(
            string messageId, string popReceipt, string messageText = null,
            TimeSpan visibilityTimeout = default, CancellationToken cancellationToken = default);
        public extern Task<Response> DeleteMessageAsync(
            string messageId, string popReceipt, CancellationToken cancellationToken = default);
    }
}
namespace Azure.Storage.Queues.Models
{
    public class QueueMessage
    {
        public extern string MessageId { get; }
        public extern string PopReceipt { get; }
        public extern string MessageText { get; }
        public extern BinaryData Body { get; }
        public extern DateTimeOffset? NextVisibleOn { get; }
        public extern DateTimeOffset? InsertedOn { get; }
        public extern long DequeueCount { get; }
    }
    public class SendReceipt
    {
        public extern string MessageId { get; }
        public extern string PopReceipt { get; }
        public extern DateTimeOffset TimeNextVisible { get; }
    }
    public class UpdateReceipt
    {
        public extern string PopReceipt { get; }
        public extern DateTimeOffset NextVisibleOn { get; }
    }
}
namespace Azure.Storage.Blobs
{
    using System.Collections.Generic;
    using System.IO;
    using System.Threading;
    using System.Threading.Tasks;
    using Azure.Core;
    using Azure.Storage.Blobs.Models;
    using Azure.Storage.Blobs.Specialized;

    public class BlobClientOptions : ClientOptions { }
    public class BlobServiceClient
    {
        public extern BlobServiceClient(string connectionString);
        public extern BlobServiceClient(
            Uri serviceUri, TokenCredential credential, BlobClientOptions options = default);
        public extern BlobContainerClient GetBlobContainerClient(string blobContainerName);
    }
    public class BlobContainerClient
    {
        public extern BlobContainerClient(string connectionString, string blobContainerName);
        public extern BlobContainerClient(
            Uri blobContainerUri, TokenCredential credential, BlobClientOptions options = default);
        public extern string Name { get; }
        public extern BlobClient GetBlobClient(string blobName);
        public extern Task<Response<BlobContainerInfo>> CreateIfNotExistsAsync(
            PublicAccessType publicAccessType = PublicAccessType.None,
            IDictionary<string, string> metadata = default, CancellationToken cancellationToken = default);
        public extern Task<Response<bool>> DeleteBlobIfExistsAsync(
            string blobName, DeleteSnapshotsOption snapshotsOption = default,
            BlobRequestConditions conditions = default, CancellationToken cancellationToken = default);
        public extern AsyncPageable<BlobItem> GetBlobsAsync(
            BlobTraits traits, BlobStates states, string prefix, CancellationToken cancellationToken);
        public extern AsyncPageable<BlobItem> GetBlobsAsync(
            GetBlobsOptions options = null, CancellationToken cancellationToken = default);
    }
    public class BlobClient : BlobBaseClient
    {
        public extern BlobClient(string connectionString, string blobContainerName, string blobName);
        public extern Task<Response<BlobContentInfo>> UploadAsync(
            BinaryData content, bool overwrite = false, CancellationToken cancellationToken = default);
        public extern Task<Response<BlobContentInfo>> UploadAsync(
            BinaryData content, BlobUploadOptions options, CancellationToken cancellationToken = default);
        public extern Task<Response<BlobContentInfo>> UploadAsync(
            Stream content, bool overwrite = false, CancellationToken cancellationToken = default);
    }
}
namespace Azure.Storage.Blobs.Specialized
{
    using System.Collections.Generic;
    using System.IO;
    using System.Threading;
    using System.Threading.Tasks;
    using Azure.Storage.Blobs.Models;

    public class BlobBaseClient
    {
        public extern string Name { get; }
        public extern Uri Uri { get; }
        public extern Task<Response<BlobDownloadResult>> DownloadContentAsync();
        public extern Task<Response<BlobDownloadResult>> DownloadContentAsync(CancellationToken cancellationToken);
        public extern Task<Response<bool>> ExistsAsync(CancellationToken cancellationToken = default);
        public extern Task<Response<BlobProperties>> GetPropertiesAsync(
            BlobRequestConditions conditions = default, CancellationToken cancellationToken = default);
        public extern Task<Response<bool>> DeleteIfExistsAsync(
            DeleteSnapshotsOption snapshotsOption = default, BlobRequestConditions conditions = default,
            CancellationToken cancellationToken = default);
    }
    public class AppendBlobClient : BlobBaseClient
    {
        public extern AppendBlobClient(string connectionString, string blobContainerName, string blobName);
        public extern int AppendBlobMaxAppendBlockBytes { get; }
        public extern int AppendBlobMaxBlocks { get; }
        public extern Task<Response<BlobContentInfo>> CreateIfNotExistsAsync(
            AppendBlobCreateOptions options, CancellationToken cancellationToken = default);
        public extern Task<Response<BlobContentInfo>> CreateIfNotExistsAsync(
            BlobHttpHeaders httpHeaders = default, IDictionary<string, string> metadata = default,
            CancellationToken cancellationToken = default);
        public extern Task<Response<BlobAppendInfo>> AppendBlockAsync(
            Stream content, AppendBlobAppendBlockOptions options = default,
            CancellationToken cancellationToken = default);
    }
    public static class SpecializedBlobExtensions
    {
        public static extern AppendBlobClient GetAppendBlobClient(
            this BlobContainerClient client, string blobName);
    }
}
namespace Azure.Storage.Blobs.Models
{
    public enum PublicAccessType { None, BlobContainer, Blob }
    public enum DeleteSnapshotsOption { None, IncludeSnapshots, OnlySnapshots }
    [Flags]
    public enum BlobTraits { None = 0, CopyStatus = 1, Metadata = 2, Tags = 4, All = ~0 }
    [Flags]
    public enum BlobStates { None = 0, Snapshots = 1, Uncommitted = 2, Deleted = 4, Version = 8, All = ~0 }
    public class GetBlobsOptions
    {
        public extern string Prefix { get; set; }
    }
    public class BlobContainerInfo
    {
        public extern ETag ETag { get; }
    }
    public class BlobContentInfo
    {
        public extern ETag ETag { get; }
        public extern DateTimeOffset LastModified { get; }
    }
    public class BlobAppendInfo
    {
        public extern ETag ETag { get; }
        public extern string BlobAppendOffset { get; }
        public extern int BlobCommittedBlockCount { get; }
    }
    public class BlobDownloadResult
    {
        public extern BinaryData Content { get; }
        public extern BlobDownloadDetails Details { get; }
    }
    public class BlobDownloadDetails
    {
        public extern ETag ETag { get; }
    }
    public class BlobProperties
    {
        public extern ETag ETag { get; }
        public extern long ContentLength { get; }
        public extern DateTimeOffset LastModified { get; }
        public extern int BlobCommittedBlockCount { get; }
    }
    public class BlobItem
    {
        public extern string Name { get; }
        public extern BlobItemProperties Properties { get; }
    }
    public class BlobItemProperties
    {
        public extern ETag? ETag { get; }
        public extern long? ContentLength { get; }
        public extern DateTimeOffset? CreatedOn { get; }
        public extern DateTimeOffset? LastModified { get; }
    }
    public class BlobHttpHeaders
    {
        public extern string ContentType { get; set; }
    }
    public class BlobRequestConditions
    {
        public extern ETag? IfMatch { get; set; }
        public extern ETag? IfNoneMatch { get; set; }
        public extern DateTimeOffset? IfModifiedSince { get; set; }
        public extern DateTimeOffset? IfUnmodifiedSince { get; set; }
        public extern string LeaseId { get; set; }
    }
    public class BlobUploadOptions
    {
        public extern BlobHttpHeaders HttpHeaders { get; set; }
        public extern BlobRequestConditions Conditions { get; set; }
    }
    public class AppendBlobRequestConditions : BlobRequestConditions
    {
        public extern long? IfAppendPositionEqual { get; set; }
        public extern long? IfMaxSizeLessThanOrEqual { get; set; }
    }
    public class AppendBlobCreateOptions
    {
        public extern BlobHttpHeaders HttpHeaders { get; set; }
        public extern AppendBlobRequestConditions Conditions { get; set; }
    }
    public class AppendBlobAppendBlockOptions
    {
        public extern AppendBlobRequestConditions Conditions { get; set; }
    }
}
