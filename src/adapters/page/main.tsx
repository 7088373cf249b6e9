import type { Scripts } from './client.ts';
import { render } from './dom.ts';
import { preferredLanguage, readTables, setLanguage, strings } from './language.ts';
import { App } from './view/app.tsx';

/** Shows the page. `texts`: JSON, the tables of all languages. */
export function start(scripts: Scripts, texts: string): void {
  readTables(texts);
  setLanguage(preferredLanguage());
  const root = document.getElementById('page');
  if (root === null) return;
  if (window.top !== window.self) root.textContent = strings.framed;
  else render(<App scripts={scripts} />, root);
}
