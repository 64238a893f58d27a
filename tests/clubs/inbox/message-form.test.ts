import { describe, expect, test } from 'vitest';
import { MESSAGE_LIMITS, readProposal, readSuggestion, TOPICS, TRAP } from '../../../src/clubs/inbox/message-form.ts';

const formOf = (fields: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};
const suggest = (fields: Record<string, string>) => readSuggestion(formOf(fields));
const propose = (fields: Record<string, string>) => readProposal(formOf(fields));

describe('That something is wrong', () => {
  test('is a topic, words without spaces around, with ends of lines as they are kept, and an address to answer to', () => {
    expect(suggest({ topic: 'text', message: ' It moved.\r\nAsk them. ', sender: ' eve@example.org ' })).toEqual({
      value: { topic: 'text', message: 'It moved.\nAsk them.', sender: 'eve@example.org' },
    });
  });

  test('needs no words where the topic says it all, and words where it does not', () => {
    const silent = TOPICS.filter((topic) => suggest({ topic }).value);
    expect(silent).toEqual(['inactive', 'contact']);
    expect(suggest({ topic: 'other', message: ' \r\n\u200B ' }).faults).toEqual({ message: 'missing' });
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
  ])('is refused with what is wrong: %j', (fields, faults) => {
    expect(suggest(fields as Record<string, string>)).toEqual({ faults });
  });

  test('may have as many characters as are counted, whatever they take', () => {
    expect(suggest({ topic: 'other', message: '😀'.repeat(MESSAGE_LIMITS.message) }).value).toBeDefined();
  });
});

describe('A club that is missing', () => {
  test('is a name, and what else is known of it as its form would have it', () => {
    const read = propose({ name: '  Zen ', website: 'zen.example.org', category: '', message: 'I am in it.' });
    expect(read.value).toEqual({
      name: 'Zen',
      texts: { name: 'Zen', website: 'zen.example.org' },
      message: 'I am in it.',
      sender: '',
    });
  });

  test('is refused with all that is wrong, of the club and of the rest', () => {
    expect(propose({ name: ' ', website: 'no where', sender: 'x' })).toEqual({
      faults: { sender: 'noEmail' },
      issues: [{ field: 'name', fault: 'empty' }, expect.objectContaining({ field: 'website' })],
    });
    expect(propose({})).toEqual({ faults: {}, issues: [{ field: 'name', fault: 'empty' }] });
  });

  test('says nothing of what is the board’s', () => {
    const read = propose({ name: 'Zen', is_active: 'false', parent_name: 'Chess', logo_url: '/a', id: '3' });
    expect(read.value?.texts).toEqual({ name: 'Zen' });
  });
});
