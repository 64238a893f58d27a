import { describe, expect, test } from 'vitest';
import {
  MESSAGE_LIMITS,
  readProposal,
  readReport,
  TOPICS,
  TRAP,
} from '../../../../src/clubs/board/inbox/message-form.ts';

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const report = (fields: Record<string, string>) => readReport(formOf(fields));
const propose = (fields: Record<string, string>) => readProposal(formOf(fields), 'en');

describe('A report', () => {
  test('has a topic, a trimmed message and a reply address', () => {
    expect(report({ topic: 'text', message: ' It moved.\r\nAsk them. ', sender: ' eve@example.org ' })).toMatchObject({
      value: { topic: 'text', message: 'It moved.\nAsk them.', sender: 'eve@example.org' },
    });
  });

  test('needs a message, except for two topics', () => {
    const silent = TOPICS.filter((topic) => report({ topic }).value);
    expect(silent).toEqual(['inactive', 'contact']);
    expect(report({ topic: 'other', message: ' \r\n\u200B ' }).issues).toEqual({ message: 'missing' });
  });

  test.each([
    [{ message: 'a' }, { topic: 'noTopic' }],
    [{ topic: 'everything', message: 'a' }, { topic: 'noTopic' }],
    [{ topic: 'inactive', message: 'a\0' }, { message: 'nul' }],
    [{ topic: 'inactive', message: '😀'.repeat(MESSAGE_LIMITS.message + 1) }, { message: 'tooLong' }],
    [{ topic: 'inactive', sender: 'eve' }, { sender: 'noEmail' }],
    [{ topic: 'inactive', sender: `${'e'.repeat(250)}@example.org` }, { sender: 'tooLong' }],
    [{ topic: 'inactive', [TRAP]: 'http://spam.example' }, { [TRAP]: 'notEmpty' }],
    [{}, { topic: 'noTopic' }],
  ])('is refused with the issues: %j', (fields, issues) => {
    expect(report(fields as Record<string, string>)).toEqual({ issues });
  });
});

describe('A proposal', () => {
  test('has a name and the valid fields of a club', () => {
    const read = propose({ name: '  Zen ', website: 'zen.example.org', category: '', message: 'I am in it.' });
    expect(read.value).toEqual({
      name: 'Zen',
      texts: { name: 'Zen', website: 'zen.example.org', language: 'en' },
      message: 'I am in it.',
      sender: '',
    });
  });

  test('is refused with the issues of the club and of the message', () => {
    expect(propose({ name: ' ', website: 'no where', sender: 'x' })).toEqual({
      issues: { sender: 'noEmail' },
      clubIssues: [{ field: 'name', code: 'empty' }, expect.objectContaining({ field: 'website' })],
    });
    expect(propose({})).toEqual({ clubIssues: [{ field: 'name', code: 'empty' }] });
  });

  test('ignores fields of the board', () => {
    const read = propose({ name: 'Zen', is_active: 'false', parent_name: 'Chess', logo_url: '/a', id: '3' });
    expect(read.value?.texts).toEqual({ name: 'Zen', language: 'en' });
  });
});
