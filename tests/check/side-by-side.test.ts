import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { runSideBySide, type Program } from './side-by-side.ts';

const script = (text: string): Program => ['--eval', text];

async function run(programs: Record<string, Program>) {
  const told: string[] = [];
  return { isInOrder: await runSideBySide(programs, (text) => told.push(text)), told };
}

describe('Programs side by side', () => {
  test('go well together, and what each prints stays in one piece', async () => {
    const both = `console.log('1'); console.error('2'); setTimeout(() => console.log('3'), 50)`;
    const { isInOrder, told } = await run({ one: script(both), other: script(both), silent: script('') });
    expect(isInOrder).toBe(true);
    expect(told.map((text) => text.match(/\d/g)?.sort())).toEqual(Array(2).fill(['1', '2', '3']));
  });

  test.each([
    ['says so', 'console.log("a fault"); process.exitCode = 1', 'a fault\n'],
    ['throws', 'throw new Error("broken")', 'broken'],
    ['is ended', 'console.log("half"); process.kill(process.pid, "SIGKILL")', 'half\n'],
  ])('go wrong together when one of them %s, and it is named', async (_, text, printed) => {
    const { isInOrder, told } = await run({ good: script(''), bad: script(text), better: script('') });
    expect(isInOrder).toBe(false);
    expect(told[0]).toContain(printed);
    expect(told.at(-1)).toContain('Not in order: bad.');
  });

  test('run at the same time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'club-directory-side-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    // Each ends well when it has seen the other.
    const meet = (own: string, other: string): Program => [
      ...script(`
        const { existsSync, writeFileSync } = require('node:fs');
        const [own, other] = process.argv.slice(1);
        writeFileSync(own, '');
        setInterval(() => existsSync(other) && process.exit(), 10);
        setTimeout(() => process.exit(1), 20_000);`),
      ...[own, other].map((name) => join(folder, name)),
    ];
    expect(await run({ one: meet('one', 'other'), other: meet('other', 'one') })).toEqual({
      isInOrder: true,
      told: [],
    });
  });
});
