import { bool } from '../fields.ts';

export const loadOnStartupParam = bool('load_on_startup', 'Load the wallet at the next start', {
  defaultHint: 'as it was',
});
