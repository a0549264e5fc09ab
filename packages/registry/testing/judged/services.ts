/** Services that extensions are for: slug | title | what it is | labels; by what can be done there. */
export const SERVICES: Readonly<Record<string, string>> = {
  tracker: `
jira | Jira | issue tracker of Atlassian | atlassian, tickets
linear | Linear | issue tracker for product teams | tickets
asana | Asana | work management | projects
trello | Trello | kanban boards of Atlassian | kanban
clickup | ClickUp | project management | projects
youtrack | YouTrack | issue tracker of JetBrains | tickets
redmine | Redmine | open source project management | projects, self-hosted
monday | monday.com | work boards | projects`,
  codehost: `
gitlab | GitLab | DevOps platform | git, code-hosting
bitbucket | Bitbucket | code hosting of Atlassian | git, code-hosting
gitea | Gitea | self-hosted code hosting | git, code-hosting, self-hosted
github | GitHub | code hosting of Microsoft | git, code-hosting`,
  chat: `
slack | Slack | team chat | chatops
teams | Microsoft Teams | team chat of Microsoft | chatops, office365
discord | Discord | community chat | chatops
mattermost | Mattermost | self-hosted team chat | chatops, self-hosted
telegram | Telegram | messenger | bot
rocketchat | Rocket.Chat | open source team chat | chatops, self-hosted
matrix | Matrix | federated chat | chatops`,
  monitoring: `
datadog | Datadog | monitoring platform | observability, apm
newrelic | New Relic | application monitoring | observability, apm
grafana | Grafana | dashboards for metrics | observability
prometheus | Prometheus | time series monitoring | observability, metrics
dynatrace | Dynatrace | application monitoring | observability, apm
zabbix | Zabbix | network and server monitoring | observability
nagios | Nagios | host and service checks | observability
honeycomb | Honeycomb | tracing and events | observability, tracing`,
  incident: `
pagerduty | PagerDuty | on-call alerting | oncall
opsgenie | Opsgenie | on-call alerting of Atlassian | oncall
incident-io | incident.io | incident response | oncall
squadcast | Squadcast | incident response | oncall`,
  logs: `
splunk | Splunk | log analytics | siem, logging
elasticsearch | Elasticsearch | search engine and log store | elastic, logging
loki | Loki | log store of Grafana | logging
graylog | Graylog | log management | logging
papertrail | Papertrail | hosted logs | logging
sumologic | Sumo Logic | cloud log analytics | siem, logging`,
  database: `
postgres | PostgreSQL | relational database | postgresql, sql, pg
mysql | MySQL | relational database | mariadb, sql
mongodb | MongoDB | document database | nosql
redis | Redis | in-memory key-value store | cache, valkey
clickhouse | ClickHouse | columnar analytics database | sql, olap
cockroachdb | CockroachDB | distributed SQL database | sql
cassandra | Cassandra | wide-column database | nosql
mssql | Microsoft SQL Server | relational database | sqlserver, sql
sqlite | SQLite | embedded database | sql
neo4j | Neo4j | graph database | cypher`,
  queue: `
kafka | Apache Kafka | event streaming | streaming, confluent
rabbitmq | RabbitMQ | message broker | amqp
nats | NATS | messaging system | streaming
pulsar | Apache Pulsar | event streaming | streaming
activemq | ActiveMQ | message broker | jms`,
  ci: `
jenkins | Jenkins | automation server | ci
circleci | CircleCI | hosted CI | ci
buildkite | Buildkite | hybrid CI | ci
teamcity | TeamCity | CI server of JetBrains | ci
drone | Drone | container-native CI | ci
travis | Travis CI | hosted CI | ci
tekton | Tekton | pipelines on Kubernetes | ci, k8s`,
  deploy: `
argocd | Argo CD | GitOps delivery for Kubernetes | gitops, k8s
flux | Flux | GitOps toolkit for Kubernetes | gitops, k8s
helm | Helm | package manager for Kubernetes | charts, k8s
spinnaker | Spinnaker | continuous delivery | cd
octopus | Octopus Deploy | release automation | cd`,
  iac: `
terraform | Terraform | infrastructure as code of HashiCorp | iac, hcl
pulumi | Pulumi | infrastructure as code in real languages | iac
ansible | Ansible | configuration management | iac, playbooks
opentofu | OpenTofu | open source infrastructure as code | iac, hcl
puppet | Puppet | configuration management | iac
chef | Chef | configuration management | iac`,
  host: `
digitalocean | DigitalOcean | cloud servers | vps, droplets
hetzner | Hetzner Cloud | cloud servers in Europe | vps
linode | Linode | cloud servers of Akamai | vps
vultr | Vultr | cloud servers | vps
scaleway | Scaleway | cloud servers in Europe | vps
ovh | OVHcloud | cloud servers in Europe | vps
proxmox | Proxmox VE | virtualisation | vm, self-hosted
vsphere | VMware vSphere | virtualisation | vm, vmware`,
  paas: `
vercel | Vercel | frontend hosting | paas, serverless
netlify | Netlify | site hosting | paas, jamstack
heroku | Heroku | application hosting | paas, dynos
fly | Fly.io | application hosting near users | paas
render | Render | application hosting | paas
railway | Railway | application hosting | paas`,
  edge: `
cloudflare | Cloudflare | CDN and DNS | cdn, dns, waf
fastly | Fastly | edge cloud | cdn
akamai | Akamai | edge platform | cdn, waf
bunny | bunny.net | content delivery | cdn`,
  payment: `
stripe | Stripe | payments | billing, finance
paypal | PayPal | payments | finance
adyen | Adyen | payments | finance
braintree | Braintree | payments of PayPal | finance
chargebee | Chargebee | subscription billing | billing, finance
paddle | Paddle | merchant of record | billing, finance`,
  accounting: `
quickbooks | QuickBooks | accounting of Intuit | finance, bookkeeping
xero | Xero | accounting | finance, bookkeeping
sage | Sage | accounting | finance, bookkeeping
freshbooks | FreshBooks | invoicing for freelancers | finance, bookkeeping`,
  crm: `
salesforce | Salesforce | CRM | sales
hubspot | HubSpot | CRM and marketing | sales, marketing
pipedrive | Pipedrive | sales CRM | sales
zoho | Zoho CRM | CRM | sales
dynamics | Dynamics 365 | business applications of Microsoft | sales`,
  support: `
zendesk | Zendesk | customer service | helpdesk
intercom | Intercom | customer messaging | helpdesk
freshdesk | Freshdesk | customer service | helpdesk
servicenow | ServiceNow | IT service management | itsm, helpdesk
helpscout | Help Scout | shared inbox | helpdesk`,
  mail: `
sendgrid | SendGrid | email delivery of Twilio | email, smtp
mailgun | Mailgun | email delivery | email, smtp
postmark | Postmark | transactional email | email, smtp
mailchimp | Mailchimp | newsletters | email, marketing
brevo | Brevo | email and SMS marketing | email, marketing`,
  identity: `
okta | Okta | single sign-on | sso, iam
auth0 | Auth0 | login for applications | sso, oauth
keycloak | Keycloak | open source identity provider | sso, oidc
entra | Microsoft Entra ID | directory of Microsoft | azure-ad, sso
jumpcloud | JumpCloud | cloud directory | ldap, sso
onelogin | OneLogin | single sign-on | sso`,
  scanner: `
snyk | Snyk | vulnerability scanner | security, sca
trivy | Trivy | container scanner | security, containers
sonarqube | SonarQube | code quality | security, sast
semgrep | Semgrep | code scanner | security, sast
grype | Grype | container scanner | security, containers
checkov | Checkov | infrastructure code scanner | security, iac`,
  warehouse: `
snowflake | Snowflake | data warehouse | sql, analytics
databricks | Databricks | lakehouse | spark, analytics
redshift | Amazon Redshift | data warehouse | aws, sql, analytics
teradata | Teradata | data warehouse | sql, analytics`,
  pipeline: `
airflow | Apache Airflow | workflow scheduler | etl, dags
dbt | dbt | SQL transformations | etl, analytics
dagster | Dagster | data orchestrator | etl
prefect | Prefect | data orchestrator | etl
fivetran | Fivetran | managed data movement | elt
airbyte | Airbyte | open source data movement | elt`,
  bi: `
metabase | Metabase | business intelligence | analytics, charts
looker | Looker | business intelligence of Google | analytics, charts
tableau | Tableau | visual analytics | analytics, charts
powerbi | Power BI | business analytics of Microsoft | analytics, charts
superset | Apache Superset | open source dashboards | analytics, charts`,
  docs: `
notion | Notion | team wiki | wiki, documents
confluence | Confluence | team wiki of Atlassian | wiki, documents
coda | Coda | documents with tables | wiki, documents
outline | Outline | self-hosted wiki | wiki, documents, self-hosted`,
  ai: `
openai | OpenAI | language models | llm, gpt, chatgpt
anthropic | Anthropic | language models | llm, claude
gemini | Gemini | language models of Google | llm
ollama | Ollama | local language models | llm, self-hosted
huggingface | Hugging Face | model hub | llm, ml
mistral | Mistral | language models | llm`,
  shop: `
shopify | Shopify | online shops | ecommerce
woocommerce | WooCommerce | online shops on WordPress | ecommerce, wordpress
magento | Magento | online shops of Adobe | ecommerce
bigcommerce | BigCommerce | online shops | ecommerce`,
};
