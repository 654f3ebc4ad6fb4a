// Prints what the last test run counted, in one plain line, and fails when a test was skipped: whoever
// calls this has prepared every lane.
import { readFileSync } from 'node:fs';

const report = JSON.parse(
  readFileSync(new URL('../node_modules/.cache/test-report.json', import.meta.url), 'utf8'),
);
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped`);
for (const file of report.testResults) {
  for (const test of file.assertionResults) {
    if (test.status !== 'passed' && test.status !== 'failed') console.error(`skipped: ${test.fullName}`);
  }
}
process.exit(skipped === 0 && report.numFailedTests === 0 && report.numPassedTests > 0 ? 0 : 1);
