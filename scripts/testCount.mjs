// Prints what the last test run counted, in plain lines, and fails when a test was skipped: whoever calls this has
// prepared every lane.
import { readFileSync } from 'node:fs';

const read = (name) =>
  JSON.parse(readFileSync(new URL(`../node_modules/.cache/${name}`, import.meta.url), 'utf8'));

const report = read('test-report.json');
const skipped = report.numPendingTests + report.numTodoTests;
console.log(`${report.numPassedTests} passed, ${report.numFailedTests} failed, ${skipped} skipped`);
for (const file of report.testResults) {
  for (const test of file.assertionResults) {
    if (test.status !== 'passed' && test.status !== 'failed') console.error(`skipped: ${test.fullName}`);
  }
}

const { stats: journeys } = read('journeys-report.json');
console.log(
  `journeys: ${journeys.expected} passed, ${journeys.flaky} at the second try, ${journeys.unexpected} failed, ${journeys.skipped} skipped`,
);

const failed = skipped + report.numFailedTests + journeys.unexpected + journeys.skipped;
process.exit(failed === 0 && report.numPassedTests > 0 && journeys.expected > 0 ? 0 : 1);
