// Recipes for Azure Table storage, which the guides of Rowkey use. Put this file into your
// project, or copy the functions that you need.
//
// docs/recipes.md says what each promises and what it needs from you. A TableEntity keeps the
// types of its properties, so it can be written again as it was read.
namespace Rowkey;

using System.Globalization;
using System.Text;
using System.Text.Json;
using Azure;
using Azure.Data.Tables;
using Azure.Storage.Queues;
using Azure.Storage.Queues.Models;

public static class Recipes
{
    /// Reads an entity, or returns null if there's none. A table that isn't there is an error.
    public static async Task<TableEntity?> FindAsync(TableClient table, string partitionKey, string rowKey)
    {
        try
        {
            return await table.GetEntityAsync<TableEntity>(partitionKey, rowKey);
        }
        catch (RequestFailedException error) when (IsMissing(error))
        {
            return null;
        }
    }

    /// Does work again, after longer and longer waits, as long as it loses against other writers.
    /// So work begins with reading.
    public static async Task<T> UntilItHoldsAsync<T>(Func<Task<T>> work)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                return await work();
            }
            catch (RequestFailedException error) when (attempt < 12
                && (Meets(error, 404) || Meets(error, 409) || Meets(error, 412)))
            {
                // A random part of up to 3 s, so that two clients don't stay in step.
                await Task.Delay(Random.Shared.Next(Math.Min(3000, 25 << attempt)));
            }
        }
    }

    /// Changes an entity depending on what it is, and returns it as it is afterwards. It reads the
    /// entity, calls change, and writes the properties that change returns if nobody has written
    /// the entity since. Otherwise it begins again. If change returns null, nothing changes.
    ///
    /// The entity keeps the ids of its last 16 changes in Changes. A change whose id is among them
    /// isn't made twice: not after a lost reply, and with an id that comes from a message not after
    /// a crash either. With create, an entity that isn't there is made; change gets its key alone.
    public static Task<TableEntity> UpdateEntityAsync(
        TableClient table, string partitionKey, string rowKey, Func<TableEntity, TableEntity?> change,
        string? id = null, bool create = false)
    {
        id ??= Guid.NewGuid().ToString("N")[..8];
        return UntilItHoldsAsync(async () =>
        {
            var found = await FindAsync(table, partitionKey, rowKey);
            if (found is null && !create)
            {
                throw new KeyNotFoundException($"There is no {partitionKey}/{rowKey} to update.");
            }
            var entity = found ?? new TableEntity(partitionKey, rowKey);
            var done = (entity.GetString("Changes") ?? "").Split(' ', StringSplitOptions.RemoveEmptyEntries);
            var changed = done.Contains(id) ? null : change(entity);
            if (changed is null)
            {
                return entity;
            }
            var write = new TableEntity(changed) { PartitionKey = partitionKey, RowKey = rowKey };
            write["Changes"] = string.Join(' ', done.Prepend(id).Take(16));
            if (found is null)
            {
                await table.AddEntityAsync(write);
            }
            else
            {
                await table.UpdateEntityAsync(write, found.ETag, TableUpdateMode.Merge);
            }
            var after = new TableEntity(entity);
            foreach (var (name, value) in write)
            {
                after[name] = value;
            }
            return after;
        });
    }

    /// Inserts an entity in a way that can be repeated: after a lost reply, after a crash, or for a
    /// message that comes twice. id names the insert. It comes with the request for it, because a
    /// retry needs the same one. others happen in the same transaction, or not at all.
    ///
    /// It returns false if it was inserted before: by an earlier call, or by this one, when the
    /// client has lost the first answer. If another entity has its key, it throws an
    /// InvalidOperationException.
    public static async Task<bool> InsertOnceAsync(
        TableClient table, TableEntity entity, string id, params TableTransactionAction[] others)
    {
        var marked = new TableEntity(entity) { ["InsertedBy"] = id };
        try
        {
            if (others.Length > 0)
            {
                var first = new TableTransactionAction(TableTransactionActionType.Add, marked);
                await table.SubmitTransactionAsync(others.Prepend(first));
            }
            else
            {
                await table.AddEntityAsync(marked);
            }
            return true;
        }
        catch (RequestFailedException error) when (Meets(error, 409))
        {
            var there = await FindAsync(table, entity.PartitionKey, entity.RowKey);
            if (there is null)
            {
                throw; // one of the others was refused, or it has been deleted since
            }
            if (there.GetString("InsertedBy") != id)
            {
                var key = $"{entity.PartitionKey}/{entity.RowKey}";
                throw new InvalidOperationException($"Another entity has the key {key}.", error);
            }
            return false;
        }
    }

    /// Moves an entity: copies it under a new key, then deletes the old one. A call finishes what
    /// an earlier one left when it crashed. change sets the new key and, if you like, other
    /// properties.
    ///
    /// The copy says in MovedFrom which entity it's a copy of, and of which state. So no other
    /// entity is overwritten, and a lost reply isn't a conflict.
    ///
    /// It returns the entity as it is in to, or null if there was nothing to move: an earlier call
    /// has moved it.
    public static Task<TableEntity?> MoveEntityAsync(
        TableClient from, TableClient to, string partitionKey, string rowKey, Action<TableEntity> change)
    {
        var origin = $"{from.Name}/{partitionKey}/{rowKey}/";
        TableEntity? copy = null;
        return UntilItHoldsAsync(async () =>
        {
            // The target is read before the source. If the source is still there after that,
            // nobody has finished the move, and the copy isn't in use.
            var target = copy is null ? null : await FindAsync(to, copy.PartitionKey, copy.RowKey);
            var source = await FindAsync(from, partitionKey, rowKey);
            if (source is null)
            {
                return target;
            }
            copy = new TableEntity(source);
            change(copy);
            copy["MovedFrom"] = origin + source.ETag;
            if (target is null)
            {
                await to.AddEntityAsync(copy);
            }
            else if (target.GetString("MovedFrom")?.StartsWith(origin, StringComparison.Ordinal) != true)
            {
                throw new InvalidOperationException($"There is another entity where {origin} should go.");
            }
            else if (target.GetString("MovedFrom") != copy.GetString("MovedFrom"))
            {
                await to.UpdateEntityAsync(copy, target.ETag, TableUpdateMode.Replace);
            }
            await from.DeleteEntityAsync(partitionKey, rowKey, source.ETag);
            return copy;
        });
    }

    /// Gives an entity a key that the caller chooses, such as another department's. If two callers
    /// choose two keys, the first one's holds for both, because the entity says in MovesTo where it's
    /// going before it moves. to has the new key, and the properties that change with it.
    ///
    /// It returns the entity under its new key, which may be another caller's, or null if it wasn't
    /// under the old one any longer. If another entity has the new key, it throws an
    /// InvalidOperationException.
    public static async Task<TableEntity?> ChangeKeyAsync(
        TableClient table, string partitionKey, string rowKey, TableEntity to)
    {
        await UntilItHoldsAsync(async () =>
        {
            var found = await FindAsync(table, partitionKey, rowKey);
            if (found is null || found.ContainsKey("MovesTo"))
            {
                return false;
            }
            if (await FindAsync(table, to.PartitionKey, to.RowKey) is not null)
            {
                throw new InvalidOperationException(
                    $"Another entity has the key {to.PartitionKey}/{to.RowKey}.");
            }
            var marked = new TableEntity(to) { PartitionKey = partitionKey, RowKey = rowKey };
            marked["MovesTo"] = JsonSerializer.Serialize(new[] { to.PartitionKey, to.RowKey });
            await table.UpdateEntityAsync(marked, found.ETag, TableUpdateMode.Merge);
            return true;
        });
        return await MoveEntityAsync(table, table, partitionKey, rowKey, entity =>
        {
            var goal = JsonSerializer.Deserialize<string[]>(entity.GetString("MovesTo"))!;
            (entity.PartitionKey, entity.RowKey) = (goal[0], goal[1]);
            entity.Remove("MovesTo");
        });
    }

    /// Brings a copy of an entity up to date, or deletes it if its source is gone. Call it after
    /// each change of the source. Calls may come late, twice, and in any order: an older state never
    /// replaces a newer one.
    ///
    /// makeCopy returns the copy. Its key must come from the source's key, which is all it gets if
    /// the source is gone.
    public static async Task RefreshCopyAsync(
        TableClient source, string partitionKey, string rowKey,
        TableClient copies, Func<TableEntity, TableEntity> makeCopy)
    {
        var again = true;
        while (again)
        {
            again = await UntilItHoldsAsync(async () =>
            {
                // The copy is read before the source, and written only if nobody has written it
                // since. So what is written is never older than what was there.
                var key = makeCopy(new TableEntity(partitionKey, rowKey));
                var old = await FindAsync(copies, key.PartitionKey, key.RowKey);
                var now = await FindAsync(source, partitionKey, rowKey);
                if (now is not null && old is not null)
                {
                    await copies.UpdateEntityAsync(makeCopy(now), old.ETag, TableUpdateMode.Replace);
                }
                else if (old is not null)
                {
                    await copies.DeleteEntityAsync(old.PartitionKey, old.RowKey, old.ETag);
                }
                else if (now is not null)
                {
                    await copies.AddEntityAsync(makeCopy(now));
                    // A new copy has no ETag that would tell whether there was one meanwhile.
                    var after = await FindAsync(source, partitionKey, rowKey);
                    return after is null || after.ETag != now.ETag;
                }
                return false;
            });
        }
    }

    /// Makes every copy what its source is, and deletes those whose source is gone. sourceOf returns
    /// the key of a copy's source. It returns how many copies weren't right: 0 if nothing was wrong.
    public static async Task<int> RefreshAllAsync(
        TableClient source, TableClient copies, Func<TableEntity, TableEntity> makeCopy,
        Func<TableEntity, (string PartitionKey, string RowKey)> sourceOf)
    {
        var wrong = 0;
        await foreach (var each in source.QueryAsync<TableEntity>())
        {
            var right = makeCopy(each);
            var copy = await FindAsync(copies, right.PartitionKey, right.RowKey);
            if (copy is null || !IsSame(right, copy))
            {
                wrong++;
                await RefreshCopyAsync(source, each.PartitionKey, each.RowKey, copies, makeCopy);
            }
        }
        await foreach (var copy in copies.QueryAsync<TableEntity>())
        {
            var (partitionKey, rowKey) = sourceOf(copy);
            if (await FindAsync(source, partitionKey, rowKey) is null)
            {
                wrong++;
                await RefreshCopyAsync(source, partitionKey, rowKey, copies, makeCopy);
            }
        }
        return wrong;
    }

    /// Whether two entities have the same properties.
    static bool IsSame(TableEntity one, TableEntity other)
    {
        static string? Text(TableEntity entity, string name) => entity.TryGetValue(name, out var value)
            ? value switch
            {
                byte[] bytes => Convert.ToBase64String(bytes),
                DateTime time => new DateTimeOffset(time).ToUniversalTime().ToString("o"),
                DateTimeOffset time => time.ToUniversalTime().ToString("o"),
                _ => Convert.ToString(value, CultureInfo.InvariantCulture),
            }
            : null;
        return one.Keys.Union(other.Keys).Except(["Timestamp", "odata.etag"])
            .All(name => Text(one, name) == Text(other, name));
    }

    /// Reads entities page by page. Pages that the service returns empty aren't passed on, so a page
    /// has at most pageSize entities. from is the ContinuationToken of a page, to go on after it.
    public static async IAsyncEnumerable<Page<TableEntity>> PagesAsync(
        TableClient table, string? filter = null, IEnumerable<string>? select = null,
        int? pageSize = null, string? from = null)
    {
        await foreach (var page in table.QueryAsync<TableEntity>(filter, pageSize, select).AsPages(from))
        {
            if (page.Values.Count > 0)
            {
                yield return page;
            }
        }
    }

    /// Reads all entities of a query into one list.
    public static async Task<List<TableEntity>> ReadAllAsync(
        TableClient table, string? filter = null, IEnumerable<string>? select = null)
    {
        var all = new List<TableEntity>();
        await foreach (var entity in table.QueryAsync<TableEntity>(filter, select: select))
        {
            all.Add(entity);
        }
        return all;
    }

    /// Returns the condition that a property begins with a prefix. The service compares UTF-16.
    public static string StartsWith(string property, string prefix)
    {
        var end = After(prefix);
        return $"{property} ge {Quoted(prefix)}" + (end == "" ? "" : $" and {property} lt {Quoted(end)}");
    }

    /// Returns the first string after all that begin with a prefix, or "" if there is none.
    static string After(string prefix)
    {
        var characters = prefix.EnumerateRunes().ToArray();
        if (characters.Length == 0)
        {
            return "";
        }
        var rest = string.Concat(characters[..^1]);
        return characters[^1].Value switch
        {
            0xffff => After(rest), // the last of all
            0xd7ff => rest + "\U00010000", // then come pairs of surrogates
            0x10ffff => rest + "\ue000", // the last pair
            var last => rest + new Rune(last + 1),
        };
    }

    /// Returns a string as filters have it.
    public static string Quoted(string text) => $"'{text.Replace("'", "''")}'";

    /// Deletes the entities that a filter chooses, and returns how many it has found. It can be
    /// repeated.
    public static async Task<int> DeleteAllAsync(TableClient table, string filter)
    {
        var found = await ReadAllAsync(table, filter, ["PartitionKey", "RowKey"]);
        await InBatchesAsync(table, found.Select(entity =>
            new TableTransactionAction(TableTransactionActionType.Delete, entity, ETag.All)));
        return found.Count;
    }

    /// Sends actions in as few transactions as it can: each has at most size, which is 100 or less,
    /// of one partition, and no entity twice. Each transaction takes effect as a whole; all of them
    /// together don't. After an error, send all actions again: so use upserts and deletes. A delete
    /// of an entity that isn't there is left out, because an earlier run may have deleted it. If
    /// that happens three times in a transaction, somebody is deleting the same, so its deletes are
    /// sent alone.
    public static async Task InBatchesAsync(
        TableClient table, IEnumerable<TableTransactionAction> actions, int size = 100)
    {
        var batches = new List<List<TableTransactionAction>>();
        var open = new Dictionary<string, (List<TableTransactionAction> Actions, HashSet<string> Rows)>();
        foreach (var action in actions)
        {
            var (partition, row) = (action.Entity.PartitionKey, action.Entity.RowKey);
            if (!open.TryGetValue(partition, out var batch)
                || batch.Actions.Count == size || batch.Rows.Contains(row))
            {
                open[partition] = batch = ([], []);
                batches.Add(batch.Actions);
            }
            batch.Actions.Add(action);
            batch.Rows.Add(row);
        }
        foreach (var batch in batches)
        {
            await SubmitAsync(table, batch);
        }
    }

    /// Sends a transaction, and after a delete that has met nothing, sends the others again. After
    /// three of them the deletes go alone.
    static async Task SubmitAsync(TableClient table, List<TableTransactionAction> left)
    {
        static bool IsDelete(TableTransactionAction action) => action.ActionType == TableTransactionActionType.Delete;

        for (var missing = 0; left.Count > 0 && missing < 3; missing++)
        {
            try
            {
                await table.SubmitTransactionAsync(left);
                return;
            }
            catch (TableTransactionFailedException error) when (IsMissing(error)
                && IsDelete(left[error.FailedTransactionActionIndex ?? 0]))
            {
                left.RemoveAt(error.FailedTransactionActionIndex ?? 0);
            }
        }
        await FanOutAsync(left.Where(IsDelete), 8, async action =>
        {
            await SubmitAsync(table, [action]);
            return true;
        });
        var writes = left.Where(action => !IsDelete(action)).ToList();
        if (writes.Count > 0)
        {
            await table.SubmitTransactionAsync(writes);
        }
    }

    /// Returns the shard of a key, from 0 to count - 1: the remainder of FNV-1a. It's the same in
    /// every language, process and version. Another count gives nearly every key another shard, so
    /// it's part of the data.
    public static int ShardOf(string key, int count)
    {
        uint hash = 2166136261;
        foreach (byte part in Encoding.UTF8.GetBytes(key))
        {
            hash = unchecked((hash ^ part) * 16777619);
        }
        return (int)(hash % (uint)count);
    }

    /// Does a job for each item, at most limit at a time, and returns the results in the order of
    /// the items. After an error no further job begins.
    public static async Task<TResult[]> FanOutAsync<T, TResult>(
        IEnumerable<T> items, int limit, Func<T, Task<TResult>> job)
    {
        var all = items.ToArray();
        var results = new TResult[all.Length];
        await Parallel.ForEachAsync(
            Enumerable.Range(0, all.Length), new ParallelOptions { MaxDegreeOfParallelism = limit },
            async (at, _) => results[at] = await job(all[at]));
        return results;
    }

    /// Takes a message off a queue and does its work, and returns whether there was one. work gets
    /// the message's text and its id. If it fails, the message comes back when it's no longer
    /// hidden, so hidden is longer than the work takes. After five tries it goes to the queue poison.
    public static async Task<bool> WorkOffAsync(
        QueueClient queue, QueueClient poison, TimeSpan hidden, Func<string, string, Task> work)
    {
        QueueMessage? message = await queue.ReceiveMessageAsync(hidden);
        if (message is null)
        {
            return false;
        }
        if (message.DequeueCount > 5)
        {
            await poison.SendMessageAsync(message.MessageText, timeToLive: TimeSpan.FromSeconds(-1));
        }
        else
        {
            await work(message.MessageText, message.MessageId);
        }
        try
        {
            await queue.DeleteMessageAsync(message.MessageId, message.PopReceipt);
        }
        catch (RequestFailedException error) when (error.ErrorCode is "MessageNotFound" or "PopReceiptMismatch")
        {
            // Somebody else has it by now, because this took too long.
        }
        return true;
    }

    /// Whether an error says that an entity isn't there. A table that isn't there is a 404, too, but
    /// then something else is wrong: its name, for example. DeleteEntityAsync doesn't throw when one isn't there.
    public static bool IsMissing(RequestFailedException error)
    {
        return Meets(error, 404);
    }

    /// Whether an error is the service's answer with this status about an entity, not about its
    /// table.
    static bool Meets(RequestFailedException error, int status)
    {
        var code = error.ErrorCode ?? "";
        return error.Status == status && code != "" && !code.StartsWith("Table", StringComparison.Ordinal);
    }
}
