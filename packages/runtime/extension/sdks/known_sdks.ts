import { asPermissions, covers, type Grant } from "@svc/core/permission";
import type { Later, Sdk } from "./sdk.ts";

/** The address at which clouds tell a machine of theirs who it is. */
const METADATA = "169.254.169.254";

const SHELL = (when: string): Later => ({ kind: "run", entry: "/bin/sh", when });

/**
 * The SDKs that svc knows, as their code of 2026 reads its variables and files. Programs, caches of
 * logins and what hands out credentials of a machine wait until a run asks for them.
 */
export const KNOWN_SDKS: readonly Sdk[] = [
  {
    name: "aws",
    packages: ["@aws-sdk/*"],
    says: "AWS credentials as the AWS tools read them (AWS_* variables, ~/.aws/config, " +
      "~/.aws/credentials); hosts *.amazonaws.com, *.amazonaws.com.cn, *.api.aws",
    asks: {
      net: ["*.amazonaws.com", "*.amazonaws.com.cn", "*.api.aws"],
      env: [
        "AWS_ACCESS_KEY_ID",
        "AWS_SECRET_ACCESS_KEY",
        "AWS_SESSION_TOKEN",
        "AWS_CREDENTIAL_EXPIRATION",
        "AWS_CREDENTIAL_SCOPE",
        "AWS_ACCOUNT_ID",
        "AWS_PROFILE",
        "AWS_REGION",
        "AWS_DEFAULT_REGION",
        "AWS_CONFIG_FILE",
        "AWS_SHARED_CREDENTIALS_FILE",
        "AWS_ROLE_ARN",
        "AWS_ROLE_SESSION_NAME",
        "AWS_WEB_IDENTITY_TOKEN_FILE",
        "AWS_CONTAINER_CREDENTIALS_FULL_URI",
        "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI",
        "AWS_CONTAINER_AUTHORIZATION_TOKEN",
        "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE",
        "AWS_EC2_METADATA_DISABLED",
        "AWS_ENDPOINT_URL",
        "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS",
        "AWS_USE_DUALSTACK_ENDPOINT",
        "AWS_USE_FIPS_ENDPOINT",
        "AWS_MAX_ATTEMPTS",
        "AWS_RETRY_MODE",
      ],
      read: [
        "~/.aws/config",
        "~/.aws/credentials",
        "${env.AWS_CONFIG_FILE}",
        "${env.AWS_SHARED_CREDENTIALS_FILE}",
        "${env.AWS_WEB_IDENTITY_TOKEN_FILE}",
        "${env.AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE}",
      ],
      sys: ["osRelease", "homedir", "uid"],
    },
    later: [
      SHELL("a profile names a credential_process"),
      { kind: "read", entry: "~/.aws/sso/cache", when: "a profile signs in with SSO" },
      { kind: "read", entry: "~/.aws/login/cache", when: "a profile signs in with aws login" },
      { kind: "write", entry: "~/.aws/sso/cache", when: "an SSO session is renewed" },
      { kind: "write", entry: "~/.aws/login/cache", when: "a session of aws login is renewed" },
      { kind: "net", entry: METADATA, when: "no other credentials are found, as on EC2" },
      { kind: "net", entry: "[fd00:ec2::254]", when: "no other credentials are found, as on EC2" },
      { kind: "net", entry: "169.254.170.2", when: "it runs in a container of ECS" },
      { kind: "net", entry: "169.254.170.23", when: "it runs in a pod of EKS" },
      { kind: "net", entry: "*.awsapps.com", when: "a profile signs in with SSO" },
      {
        kind: "net",
        entry: "${env.AWS_CONTAINER_CREDENTIALS_FULL_URI}",
        when: "the variable is set, as in a container",
      },
      {
        kind: "net",
        entry: "${env.AWS_EC2_METADATA_SERVICE_ENDPOINT}",
        when: "the variable is set",
      },
    ],
  },
  {
    name: "azure",
    packages: ["@azure/*"],
    signsIn: ["@azure/identity"],
    says: "Azure credentials as the Azure SDK reads them (AZURE_* variables and the files that " +
      "they name); hosts login.microsoftonline.com, management.azure.com, graph.microsoft.com, " +
      "*.vault.azure.net, *.core.windows.net and those of Azure China and Government",
    asks: {
      net: [
        "login.microsoftonline.com",
        "*.login.microsoft.com",
        "management.azure.com",
        "graph.microsoft.com",
        "*.vault.azure.net",
        "*.core.windows.net",
        "login.chinacloudapi.cn",
        "login.partner.microsoftonline.cn",
        "management.chinacloudapi.cn",
        "*.vault.azure.cn",
        "*.core.chinacloudapi.cn",
        "login.microsoftonline.us",
        "management.usgovcloudapi.net",
        "*.vault.usgovcloudapi.net",
        "*.core.usgovcloudapi.net",
      ],
      env: [
        "AZURE_TENANT_ID",
        "AZURE_CLIENT_ID",
        "AZURE_CLIENT_SECRET",
        "AZURE_CLIENT_CERTIFICATE_PATH",
        "AZURE_CLIENT_CERTIFICATE_PASSWORD",
        "AZURE_CLIENT_SEND_CERTIFICATE_CHAIN",
        "AZURE_FEDERATED_TOKEN_FILE",
        "AZURE_USERNAME",
        "AZURE_PASSWORD",
        "AZURE_ADDITIONALLY_ALLOWED_TENANTS",
        "AZURE_AUTHORITY_HOST",
        "AZURE_REGIONAL_AUTHORITY_NAME",
        "AZURE_SUBSCRIPTION_ID",
        "AZURE_TOKEN_CREDENTIALS",
        "AZURE_LOG_LEVEL",
        "IDENTITY_ENDPOINT",
        "IDENTITY_HEADER",
        "MSI_ENDPOINT",
        "MSI_SECRET",
      ],
      read: ["${env.AZURE_CLIENT_CERTIFICATE_PATH}", "${env.AZURE_FEDERATED_TOKEN_FILE}"],
      sys: ["osRelease"],
    },
    later: [
      SHELL("no other credentials are found, and it asks the Azure CLI"),
      {
        kind: "read",
        entry: "/opt/azcmagent/bin/himds",
        when: "it looks whether it runs on a machine of Azure Arc",
      },
      { kind: "read", entry: "~/.azure", when: "it looks for a login of the Azure tools" },
      {
        kind: "net",
        entry: METADATA,
        when: "no other credentials are found, as on a machine of Azure",
      },
      { kind: "net", entry: "${env.AZURE_AUTHORITY_HOST}", when: "the variable is set" },
      {
        kind: "net",
        entry: "${env.AZURE_POD_IDENTITY_AUTHORITY_HOST}",
        when: "the variable is set, as in a pod",
      },
      { kind: "net", entry: "localhost", when: "it signs in with a browser" },
      { kind: "run", entry: "xdg-open", when: "it signs in with a browser" },
      { kind: "run", entry: "open", when: "it signs in with a browser" },
    ],
  },
  {
    name: "gcp",
    packages: ["google-auth-library", "@google-cloud/*", "googleapis", "@googleapis/*"],
    signsIn: ["google-auth-library"],
    says: "Google Cloud credentials as the Google tools read them " +
      "(GOOGLE_APPLICATION_CREDENTIALS and the file it names, " +
      "~/.config/gcloud/application_default_credentials.json); hosts *.googleapis.com, " +
      "accounts.google.com",
    asks: {
      net: ["*.googleapis.com", "accounts.google.com"],
      env: [
        "GOOGLE_APPLICATION_CREDENTIALS",
        "google_application_credentials",
        "GOOGLE_CLOUD_PROJECT",
        "google_cloud_project",
        "GCLOUD_PROJECT",
        "gcloud_project",
        "GOOGLE_CLOUD_QUOTA_PROJECT",
        "GOOGLE_CLOUD_UNIVERSE_DOMAIN",
        "CLOUDSDK_CONFIG",
        "K_SERVICE",
        "CLOUD_RUN_JOB",
        "FUNCTION_NAME",
        "FUNCTION_TARGET",
        "GAE_SERVICE",
        "GCE_METADATA_HOST",
        "GCE_METADATA_IP",
        "METADATA_SERVER_DETECTION",
      ],
      read: [
        "~/.config/gcloud/application_default_credentials.json",
        "${env.GOOGLE_APPLICATION_CREDENTIALS}",
        "${env.CLOUDSDK_CONFIG}/application_default_credentials.json",
      ],
      sys: [],
    },
    later: [
      SHELL("it asks gcloud for the project"),
      {
        kind: "net",
        entry: METADATA,
        when: "no other credentials are found, as on a machine of Google",
      },
      {
        kind: "net",
        entry: "metadata.google.internal",
        when: "no other credentials are found, as on a machine of Google",
      },
      {
        kind: "sys",
        entry: "networkInterfaces",
        when: "it looks whether it runs on a machine of Google",
      },
    ],
  },
];

/** When an SDK needs what no pull asks for; undefined for what none of these does. */
export function neededWhen(
  { kind, entry }: Grant,
  names: readonly string[],
): { sdk: string; when: string } | undefined {
  for (const { name, later } of KNOWN_SDKS) {
    const one = names.includes(name) &&
      later.find((one) =>
        covers(asPermissions([one]), { kind, entry: withoutPort(entry) }) ||
        // A program that PATH leads to is told by its name.
        one.kind === "run" && kind === "run" && one.entry.endsWith(`/${entry}`)
      );
    if (one) return { sdk: name, when: one.when };
  }
  return undefined;
}

/** An address of this machine or of a cloud is refused with its port. */
function withoutPort(entry: string): string {
  return entry.replace(/:80$/, "");
}
