import { testRolls } from 'coldsign/seed';

console.log(Object.keys(testRolls('1234561234561234', 'dice')).length > 0); // true
