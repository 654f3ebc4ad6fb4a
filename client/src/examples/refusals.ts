import { isRefusal, type MagpieClient } from '@magpie/client';

/** What went wrong, and what would be right? */
export async function refusals(client: MagpieClient, companyName: string): Promise<string> {
  try {
    const { name } = await client.brandSpy.getHeader.query({ companyName });
    return name;
  } catch (error) {
    if (!isRefusal(error)) throw error; // no answer came
    const { code, httpStatus, path, issues = [], suggestions = [] } = error.data;
    if (code === 'NOT_FOUND') return `${error.message} Did you mean ${suggestions.join(' or ')}?`;
    return `${path} ${httpStatus}: ${issues.map((issue) => `${issue.path} ${issue.message}`).join(', ')}`;
  }
}
