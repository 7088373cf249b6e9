import { readRootKeys } from 'coldsign/review';

const digest = 'e06d44b80b8f1d39a95c0b0d7c65d08458e880409bbc683457104237c7f8ec8d';
console.log(readRootKeys(`. IN DS 20326 8 2 ${digest}`)?.length); // 1
