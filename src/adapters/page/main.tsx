import { commit, version } from '../runtime/version.ts';
import { render } from './dom.ts';
import { preferredLanguage, setLanguage, words } from './language.ts';
import { App } from './view/app.tsx';

/** Packed scripts of the workers, which the build inserts. */
declare const ENGINE: string;
declare const PICTURES: string;

const root = document.getElementById('page');
setLanguage(preferredLanguage());
const isFramed = window.top !== window.self;
if (root !== null && isFramed) root.textContent = words.framed;
else if (root !== null)
  render(
    <App scripts={{ engine: ENGINE, pictures: PICTURES }} version={version} commit={commit} />,
    root,
  );
