import { describeUntidy } from 'coldsign/seed';

console.log(describeUntidy('capitals')); // capital letters are read as small ones
