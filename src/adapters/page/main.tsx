import { commit, version } from '../runtime/version.ts';
import { render } from './dom.ts';
import { preferredLanguage, readTables, setLanguage, words } from './language.ts';
import { unpack } from './unpack.ts';
import { App } from './view/app.tsx';

/** Scripts of the two workers and the texts of all languages, which the build packs together. */
declare const PACKED: string;

const root = document.getElementById('page');
const [engine = '', pictures = '', texts = ''] = new TextDecoder()
  .decode(unpack(PACKED))
  .split('\n//next\n');
readTables(texts);
setLanguage(preferredLanguage());
const isFramed = window.top !== window.self;
if (root !== null && isFramed) root.textContent = words.framed;
else if (root !== null)
  render(<App scripts={{ engine, pictures }} version={version} commit={commit} />, root);
