const medium = 'Tuple(type String, url String, thumbnailUrl Nullable(String))';

const shown = `arrayConcat(
    JSONExtract(media, 'Array(${medium})'),
    arrayFlatten(JSONExtract(cards, 'Array(Tuple(media Array(${medium})))').media))`;

/**
 * A picture of an ad, over its columns `media` and `cards`: the first that is shown has one, which for a medium is its
 * thumbnail, or itself when it is an image. Null when none is known.
 */
export const thumbnailUrl = `arrayFirst(picture -> picture IS NOT NULL, arrayMap(
  medium -> coalesce(medium.thumbnailUrl, if(medium.type = 'image', medium.url, NULL)),
  ${shown}))`;
