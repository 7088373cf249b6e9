import type { start } from './main.tsx';
import { unpack } from './unpack.ts';

/** The packed kernel, scripts of the page and its workers, style, and texts of all languages. */
declare const PACKED: string;
/** Size of the kernel's code in bytes. */
declare const KERNEL_SIZE: number;

/** The exports of the page's script, once it has run. */
declare const coldsign: { readonly start: typeof start };

const bytes = unpack(PACKED);
const kernel = Array.from(bytes.subarray(0, KERNEL_SIZE), (byte) => String.fromCharCode(byte));
const [texts = '', engine = '', pictures = '', view = '', css = ''] = new TextDecoder()
  .decode(bytes.subarray(KERNEL_SIZE))
  .split('\n//next\n');
// The page's policy has the hash of this style.
const style = document.createElement('style');
style.textContent = css;
document.head.append(style);
// This element is empty in the file. The page's policy has the hash of the text that may run in it.
const script = document.getElementById('view');
if (script !== null) script.textContent = view;
// The engine reads the kernel from this constant.
const code = `const KERNEL='${btoa(kernel.join(''))}';`;
coldsign.start({ engine: code + engine, pictures }, texts);
