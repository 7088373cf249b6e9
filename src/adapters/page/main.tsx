import { commit, version } from '../runtime/version.ts';
import { render } from './dom.ts';
import { App } from './view/app.tsx';

/** The script of the worker, packed, which the build writes in. */
declare const ENGINE: string;

const root = document.getElementById('page');
if (root !== null) render(<App source={ENGINE} version={version} commit={commit} />, root);
