import { findWords, wordLists } from 'coldsign/seed';

const found = findWords('abandon ability able', wordLists);
console.log('error' in found ? found.error.kind : found.irregularities.length); // 0
