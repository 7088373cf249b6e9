/** What the page uses of lzma1, whose own types are sources that our compiler options refuse. */
export function decompress(data: Uint8Array): Uint8Array<ArrayBuffer>;
