import { openSnapshot } from 'coldsign/wallet';

try {
  openSnapshot(Uint8Array.of(1, 2, 3), 'main');
} catch (error) {
  console.log(Object(error).code); // -4
}
