// Auto-generated client

const BASE = Deno.env.get("HOSTING_API_BASE") ??
  "https://api.hosting.example/v1";

export class ApiError extends Error {
  constructor(public readonly status: number, message: string) {
    super(message);
  }
}

// deno-lint-ignore no-explicit-any
export async function api(
  method: string,
  path: string,
  body?: unknown,
): Promise<any> {
  const token = Deno.env.get("HOSTING_TOKEN");
  if (!token) throw new Error("HOSTING_TOKEN is not set");
  const response = await fetch(`${BASE}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      "Content-Type": "application/json",
    },
    body: body ? JSON.stringify(body) : undefined,
  });
  console.log(`[hosting] ${method} ${path}: ${response.status}`);
  if (!response.ok) {
    throw new ApiError(
      response.status,
      `${method} ${path}: ${response.status}`,
    );
  }
  if (response.status === 204) return {};
  return await response.json();
}
