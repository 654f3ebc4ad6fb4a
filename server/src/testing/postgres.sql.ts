/** Creates and drops a database per test; a database name cannot be a parameter. */

function identifier(name: string): string {
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error(`A test database is named by a-z, 0-9 and _, not ${name}.`);
  return `"${name}"`;
}

export const createDatabase = (name: string, template: string): string =>
  `CREATE DATABASE ${identifier(name)} TEMPLATE ${identifier(template)}`;

export const dropDatabase = (name: string): string => `DROP DATABASE ${identifier(name)} WITH (FORCE)`;
