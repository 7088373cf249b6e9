import { commit, version } from '../runtime/version.ts';
import { render } from './dom.ts';
import { App } from './view/app.tsx';
import { words } from './words.ts';

/** Packed scripts of the workers, which the build inserts. */
declare const ENGINE: string;
declare const PICTURES: string;

const root = document.getElementById('page');
const isFramed = window.top !== window.self;
if (root !== null && isFramed) root.textContent = words.framed;
else if (root !== null)
  render(
    <App scripts={{ engine: ENGINE, pictures: PICTURES }} version={version} commit={commit} />,
    root,
  );
