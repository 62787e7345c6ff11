/** What can be uploaded. A stream is read once, so its upload is not repeated. */
export type FileBody = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | string;

/** A file that is read as it comes: `body` is the stream; `blob()`, `arrayBuffer()` and `text()` wait for all of it. */
export type FileResponse = Response & { readonly body: ReadableStream<Uint8Array> };
