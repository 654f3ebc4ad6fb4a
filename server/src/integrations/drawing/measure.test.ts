import { describe, expect, it } from 'vitest';
import { splitWord, splitWords } from './measure.ts';

const cut = (text: string): string[] => splitWords(text).map((word) => word.text);

describe('where lines may end', () => {
  it.each([
    ['Two words', ['Two', 'words']],
    ['กาแฟคั่วสดใหม่', ['กาแฟ', 'คั่ว', 'สด', 'ใหม่']],
    ['毎朝の一杯を、もっと特別に。', ['毎朝の', '一杯を、', 'もっと', '特別に。']],
    ['「特別」な朝', ['「特別」な', '朝']],
    ['매일 아침', ['매일', '아침']],
    ['ກາເຟສົດ', ['ກາເຟ', 'ສົດ']],
    ['བཀྲ་ཤིས་བདེ་ལེགས།', ['བཀྲ་', 'ཤིས་', 'བདེ་', 'ལེགས།']],
    ['قهوة ساخنة', ['قهوة', 'ساخنة']],
  ])('%s', (text, words) => expect(cut(text)).toEqual(words));

  it('a space follows a word only where the text has one', () => {
    expect(splitWords('今日 hello')).toMatchObject([{ text: '今日', space: true }, { text: 'hello' }]);
    expect(splitWords('กาแฟสด')[0]).toEqual({ text: 'กาแฟ', space: false });
  });

  it('a long word has pieces that make it up, a short one only itself', () => {
    expect(splitWord('short')).toEqual(['short']);
    expect(splitWord('Donaudampfschiff').join('')).toBe('Donaudampfschiff');
    expect(splitWord('Donaudampfschiff').length).toBeGreaterThan(3);
  });
});
