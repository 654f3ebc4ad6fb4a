import { scalingTable } from './arithmetic.ts';

console.log(scalingTable());
