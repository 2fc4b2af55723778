// The official TypeScript SDK's MCP client, driven from outside. The one argument says how to connect, as JSON: {url,
// headers} or {command, args, env}. Each line on stdin is {method, params}, a method of the SDK's client or "end"; each is
// answered by one line, {result} or {error}.
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const target = JSON.parse(process.argv[2]);
const transport = target.url
  ? new StreamableHTTPClientTransport(new URL(target.url), { requestInit: { headers: target.headers } })
  : new StdioClientTransport({ command: target.command, args: target.args, env: target.env });
const client = new Client({ name: 'heddle-e2e', version: '1' });

async function end() {
  await transport.terminateSession?.();
  await client.close();
  return {};
}

async function answer({ method, params }) {
  try {
    if (method === 'connect') {
      await client.connect(transport);
      return { result: { instructions: client.getInstructions(), server: client.getServerVersion() } };
    }
    return { result: method === 'end' ? await end() : await client[method](params) };
  } catch (error) {
    return { error: String(error.message) };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  process.stdout.write(JSON.stringify(await answer(JSON.parse(line))) + '\n');
}

await client.close().catch(() => {});
process.exit(0);
