/** A file to upload. A stream can be read only once, so its upload is not retried. */
export type FileBody = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array> | string;

/** A streamed file: `body` is the stream; `blob()`, `arrayBuffer()` and `text()` read all of it. */
export type FileResponse = Response & { readonly body: ReadableStream<Uint8Array> };
