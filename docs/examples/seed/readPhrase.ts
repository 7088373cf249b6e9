import { readPhrase, wordLists } from 'coldsign/seed';

const read = readPhrase(`${'abandon '.repeat(11)}about`, wordLists);
console.log('error' in read ? read.error.kind : read.phrases[0].words.length); // 12
