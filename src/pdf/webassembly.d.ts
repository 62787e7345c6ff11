/** The part of the WebAssembly interface that the typesetter needs; the browser's types come with no page here. */
declare namespace WebAssembly {
  type Module = { readonly brand: unique symbol };
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
}
