import { detect } from 'coldsign/transport';

const reading = detect('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
console.log(reading.status === 'done' && reading.value.kind); // address
