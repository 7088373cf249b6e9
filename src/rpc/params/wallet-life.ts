import { bool } from '../fields.ts';

export const loadOnStartupParam = bool(
  'load_on_startup',
  'Whether the wallet is loaded at the next start',
  { defaultHint: 'as it was' },
);
