import { passphraseWarnings } from 'coldsign/seed';

console.log(passphraseWarnings('secret ').join()); // outer-space
