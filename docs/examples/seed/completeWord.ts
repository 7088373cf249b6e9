import { completeWord, english } from 'coldsign/seed';

console.log(completeWord('aban', english).join()); // abandon
