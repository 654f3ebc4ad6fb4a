import { isApiError, type MagpieClient } from '@magpie/client';

/** Describes what went wrong and suggests a fix. */
export async function errors(client: MagpieClient, companyName: string): Promise<string> {
  try {
    const { name } = await client.brandSpy.getHeader.query({ companyName });
    return name;
  } catch (error) {
    if (!isApiError(error)) throw error; // no response
    const { code, httpStatus, path, issues = [], suggestions = [] } = error.data;
    if (code === 'NOT_FOUND') return `${error.message} Did you mean ${suggestions.join(' or ')}?`;
    return `${path} ${httpStatus}: ${issues.map((issue) => `${issue.path} ${issue.message}`).join(', ')}`;
  }
}
