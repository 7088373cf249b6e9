import { formatLabels } from 'coldsign/formats';

const ref = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
console.log(formatLabels([{ type: 'addr', ref, label: 'rent' }]).trim());
// {"type":"addr","ref":"bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4","label":"rent"}
