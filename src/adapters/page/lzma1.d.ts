/** The part of lzma1 that the page uses. Our compiler options refuse the types of lzma1 itself. */
export function decompress(data: Uint8Array): Uint8Array<ArrayBuffer>;
