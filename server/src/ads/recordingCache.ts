/** What `read` returned, until there is a newer recording. Concurrent calls share one read; a failed one is repeated. */
export function createRecordingCache<Value>(read: () => Promise<Value>): (newest: number) => Promise<Value> {
  let recording = -1;
  let value: Promise<Value> | null = null;
  return (newest) => {
    if (value !== null && recording >= newest) return value;
    const reading = read();
    [recording, value] = [newest, reading];
    reading.catch(() => {
      if (value === reading) value = null;
    });
    return reading;
  };
}
