/** In ranges, because not every engine knows \p{Cc} and \p{Cf}. */
const SEEN = [
  ' -~\\xa0-\\xac\\xae-\\u05ff\\u0606-\\u061b\\u061d-\\u06dc\\u06de-\\u070e\\u0710-\\u180d',
  '\\u180f-\\u200a\\u2010-\\u2029\\u202f-\\u205f\\u2070-\\ufefe\\uff00-\\ufff8\\ufffc-\\uffff',
].join('');

/** Characters that no screen shows: controls, soft hyphens, joiners, marks of direction. */
export const UNSEEN = new RegExp(`[^${SEEN}]+`);
