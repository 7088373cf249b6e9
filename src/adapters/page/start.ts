import type { start } from './main.tsx';
import { unpack } from './unpack.ts';

/** Scripts of the page and its workers, and the texts of all languages. The build packs them. */
declare const PACKED: string;

/** The exports of the page's script, once it has run. */
declare const coldsign: { readonly start: typeof start };

const [view = '', engine = '', pictures = '', texts = ''] = new TextDecoder()
  .decode(unpack(PACKED))
  .split('\n//next\n');
// The file has this element empty. The page's policy has the hash of the text that may run in it.
const script = document.getElementById('view');
if (script !== null) script.textContent = view;
coldsign.start({ engine, pictures }, texts);
