/** The clients of queues and blobs, as play.ts loads them for examples that import one of them. */
import {
  AppendBlobClient,
  BlobClient,
  BlobServiceClient,
  BlockBlobClient,
  ContainerClient,
} from "./blob.ts";
import { QueueClient, QueueServiceClient } from "./queue.ts";
import { RestError } from "./rest.ts";

export const packages = {
  "@azure/storage-queue": { QueueServiceClient, QueueClient, RestError },
  "@azure/storage-blob": {
    BlobServiceClient,
    ContainerClient,
    BlobClient,
    BlockBlobClient,
    AppendBlobClient,
    RestError,
  },
};
