import { describe, expect, it } from 'vitest';
import { findPlace } from './adSequence.ts';

describe('the place of an ad in the list that it was opened from', () => {
  it('has the ads before and after it', () => {
    expect(findPlace('b', ['a', 'b', 'c'])).toEqual({ position: 2, count: 3, previous: 'a', next: 'c' });
    expect(findPlace('a', ['a', 'b'])).toMatchObject({ previous: null, next: 'b' });
    expect(findPlace('b', ['a', 'b'])).toMatchObject({ previous: 'a', next: null });
  });

  it('is unknown for an ad that was opened from elsewhere, or from a list of one', () => {
    expect(findPlace('d', ['a', 'b', 'c'])).toBeNull();
    expect(findPlace('a', ['a'])).toBeNull();
  });
});
