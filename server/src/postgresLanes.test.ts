import { procedures } from '@magpie/contract';
import { describe, expect, it } from 'vitest';
import { runApiScenario } from './testing/apiScenario.ts';
import { everyPostgresLane } from './testing/postgres.ts';
import { prepareOnOthers } from './testing/preparedStatements.ts';

/** The first lane runs the scenario for the reference. */
const others = everyPostgresLane.slice(1);

describe.each(others)('$name', (lane) => {
  it('answers a call of every procedure', async () => {
    const scenario = await runApiScenario([lane]);
    try {
      expect([...scenario.examples.keys()].toSorted()).toEqual([...procedures.keys()].toSorted());
    } finally {
      await scenario.close();
    }
  }, 600_000);
});

describe.skipIf(others.length === 0)('statements of all suites', () => {
  it('are prepared on the other lanes, which refuse what they do not have', async () => {
    expect(await prepareOnOthers(['SELECT count(*) FROM boards', 'SELECT * FROM table_of_a_test'])).toEqual(
      [],
    );
    expect(await prepareOnOthers(['SELECT no_such_function(1)'])).toEqual([
      expect.stringContaining('no_such_function(integer) does not exist'),
    ]);
  });
});
