import { describePhraseFault } from 'coldsign/seed';

console.log(describePhraseFault({ kind: 'empty' })); // There are no words. Type your seed words
