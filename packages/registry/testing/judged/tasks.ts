/** What extensions do: last part of the name | description | labels | methods; `%` is the service. */
export const TASKS: Readonly<Record<string, string>> = {
  tracker: `
issues | Create, search and update issues in % from a behavior | | create search update transition
boards | Read boards and columns of % and move cards between them | kanban | list move
sprints | Plan sprints in %: start, close and report what was carried over | agile | start close report
comments | Post comments on % issues and mention people | | add list
csv-import | Import issues into % from a CSV file, with a dry run | migration | import
cycle-time | Report how long issues of % stay in each column | metrics, report | report`,
  codehost: `
repos | List and inspect repositories on % with their settings | repositories | get list
merge-queue | Watch the merge queue of % and retry what failed | ci | watch retry
releases | Draft release notes on % and publish releases with assets | changelog | draft publish
runners | Register, drain and remove self-hosted runners of % | ci | register drain remove
branch-protection | Compare branch protection rules of % repositories with a policy | policy, compliance | check enforce
stale | Close stale issues and branches on % after a warning | cleanup | warn close
secrets | Rotate and audit CI secrets stored on % | security | rotate audit
mirror | Mirror repositories from and to % | backup | push pull`,
  chat: `
messages | Send messages to channels and threads of % and update them later | notifications | post update delete
channels | Create, archive and rename channels in % | | create archive rename
digest | Post a daily digest of what happened to a channel of % | report | post
approvals | Ask for an approval with buttons in % and wait for the answer | workflow | ask wait
user-sync | Keep members and user groups of % in step with a directory | users, scim | sync
export | Export the history of channels of % for compliance | archive, backup | export`,
  monitoring: `
monitors | Create, mute and tune monitors of % | alerts | create mute
dashboards | Keep dashboards of % as files and deploy them | charts, as-code | export deploy
alert-rules | Manage alert rules and notification policies of % | alerts | apply diff
slo | Report service level objectives of % with the error budget left | sre, report | report
annotations | Mark deployments as events on the graphs of % | deploys | mark
metrics-query | Query time series of % and write the result as data | metrics | query`,
  incident: `
oncall | Show who is on call in % and swap shifts | schedule, rota | who swap
incidents | Open, acknowledge and resolve incidents in % | alerts | trigger acknowledge resolve
postmortem | Collect the timeline of an incident of % into a postmortem draft | report | collect
escalations | Keep escalation policies of % as files | as-code | apply diff
noise-report | Find the alerts of % that wake people most often | report | report`,
  logs: `
log-search | Search logs of % over a time range and keep the lines as data | query | search
retention | Set how long % keeps logs, by index or stream | cost | set
saved-searches | Keep saved searches of % as files | as-code | apply
ingest | Send log lines and files to % | shipping | send
error-summary | Group the newest errors in % by message and service | report | summarize`,
  database: `
backup | Back up % databases to a bucket and prove that they can be read | dump, disaster-recovery | run verify
restore | Restore a % backup into a new instance | disaster-recovery | restore
users | Create % users and roles and grant what they need, no more | access, roles | create grant revoke
slow-queries | List the slowest queries of % with their plans | performance | list explain
schema-migrations | Apply schema migrations to % with a lock and a dry run | migration, ddl | apply status
replication | Watch replication lag of % and fail over | ha, replica | lag failover
query | Run a read-only query against % and store the rows | | run`,
  queue: `
topics | Create and configure topics and queues of % | | create configure delete
consumer-lag | Report the lag of consumers of % | monitoring, metrics | report
publish | Publish messages to % with a schema check | produce | send
dead-letters | Inspect and replay dead letters of % | dlq, retry | list replay
acl | Manage access rules of % | access, security | apply`,
  ci: `
builds | Start builds in %, wait for them and read the result | pipelines | start wait
flaky-tests | Find flaky tests in the build history of % | testing, report | report
pipelines | Lint and generate pipeline files of % | yaml, as-code | lint generate
agents | Scale build agents of % up and down | workers, cost | scale
artifacts | Fetch, promote and expire build artifacts of % | storage | fetch promote`,
  deploy: `
rollout | Roll out a release with %, watch its health and roll back | release | start watch rollback
drift | Tell what differs between the cluster and what % has declared | compliance | diff
applications | Create and sync applications of % | | create sync
values | Compare the values of releases of % between environments | config | diff`,
  iac: `
plan | Plan changes with % and show them for review | preview | plan
apply | Apply an approved plan of % under a lock | deploy | apply
state | Inspect, move and import resources in the state of % | | list move import
drift-detection | Detect drift between the real infrastructure and % | compliance | detect
modules | Publish and version shared modules of % | reuse | publish
cost-estimate | Estimate what a change with % will cost a month | cost, finops | estimate`,
  host: `
servers | Create, resize and delete servers on % | vm, instances | create resize delete
firewall | Keep firewall rules of % as files | security | apply diff
snapshots | Take snapshots of disks on % and expire old ones | backup | take expire
load-balancer | Configure load balancers of % and drain targets | network | configure drain
invoices | Fetch invoices of % and split them by project | billing, cost | fetch`,
  paas: `
deployments | Deploy to %, promote previews and roll back | deploy, release | deploy promote rollback
env-vars | Keep environment variables of % in step with a vault | secrets, config | sync
domains | Attach custom domains to projects on % | dns, tls | attach
logs-tail | Tail application logs of % | logging | tail`,
  edge: `
dns-records | Manage DNS records of zones on % | dns, domains | list apply
purge | Purge cached files of % by address or tag | cache | purge
waf-rules | Keep firewall rules of % as files and count what they block | waf, security | apply report
workers | Deploy code to the edge of % | serverless | deploy
certificates | Order and renew TLS certificates on % | tls, ssl | order renew`,
  payment: `
refunds | Refund payments of % in full or in part, with an approval | | refund
payouts | Reconcile payouts of % with the bank | reconciliation | match
subscriptions | List, pause and cancel subscriptions of % | recurring | list pause cancel
disputes | Collect evidence for disputes of % before they are due | chargebacks | collect submit
customers | Find and merge customers of % | | find merge`,
  accounting: `
ledger | Read accounts and journal entries of % | reports | read
bills | Enter and approve supplier bills in % | payables | enter approve
bank-feed | Match bank transactions in % with rules | reconciliation | match
tax-report | Prepare the VAT report from % | tax, vat | prepare`,
  crm: `
contacts | Create, find and merge contacts in % | people | create find merge
deals | Move deals through the pipeline of % | opportunities | list move
lead-routing | Assign new leads of % to people by territory | leads | assign
dedupe | Find duplicate records in % and merge them | data-quality | find merge
bulk-export | Export objects of % in bulk to files | backup, csv | export`,
  support: `
tickets | Create, answer and close tickets in % | issues | create answer close
macros | Keep macros and canned answers of % as files | as-code | apply
csat | Report customer satisfaction from % by week and team | survey, report | report
triage | Classify new tickets of % and route them to a team | routing | classify`,
  mail: `
send | Send mail through % from templates | notifications | send
suppressions | List and clear bounces and suppressed addresses of % | deliverability | list clear
templates | Keep mail templates of % as files | as-code | apply
campaign-report | Report opens and clicks of campaigns of % | statistics | report`,
  identity: `
users | Provision and deactivate users in % | onboarding, scim | create deactivate
groups | Keep group membership in % in step with a file | access | sync
app-audit | List who has access to which application in % | compliance, report | list
mfa-report | Report who has no second factor in % | 2fa, security | report
access-review | Run access reviews over % and record decisions | compliance | start record`,
  scanner: `
scan | Scan a repository or an image with % and fail on new findings | vulnerabilities, cve | scan
findings | List findings of %, and suppress them with a reason | vulnerabilities | list suppress
sbom | Make a software bill of materials with % | cyclonedx, spdx | make
license-check | Check licenses of dependencies with % | legal, compliance | check`,
  warehouse: `
warehouse-cost | Report what queries cost on % by team | finops, cost | report
grants | Keep roles and grants of % as files | access | apply diff
load-files | Load files from a bucket into tables of % | ingest, copy | load
query-history | Find expensive and failing queries of % | performance | list
unused-tables | Find tables of % that nobody reads | cleanup, cost | find`,
  pipeline: `
jobs | Trigger jobs of % and wait for them | runs | trigger wait
backfill | Backfill a range of days with % | | run
freshness | Check how old the data is that % delivers | data-quality | check
lineage | Draw which tables come from which with % | catalog | draw
failed-runs | Summarize failed runs of % with their first error | report, alerts | summarize`,
  bi: `
reports | Render reports of % and deliver them on a schedule | pdf | render deliver
permissions | Audit who sees which dashboards of % | access, compliance | audit
refresh | Refresh extracts and datasets of % after a load | | refresh
unused-content | Find dashboards of % that nobody opens | cleanup | find`,
  docs: `
pages | Create and update pages of % from Markdown | markdown | create update
page-export | Export spaces and pages of % to Markdown files | backup, archive | export
broken-links | Find broken links on pages of % | cleanup | find
databases | Query and fill tables kept in % | tables | query insert`,
  ai: `
chat | Ask a language model of % a question and store the answer | prompt, completion | ask
embeddings | Compute embeddings of texts with % | vectors, rag | embed
usage | Report tokens and costs of % by project and key | cost, finops | report
batch | Run many prompts through the batch interface of % | prompt | submit collect
evals | Compare answers of models of % over a test set | testing | run compare`,
  shop: `
orders | List, export and cancel orders of % | sales | list export cancel
inventory | Keep stock levels of % in step with a warehouse system | stock | sync
products | Create and update products of % from a spreadsheet | catalog, csv | create update
abandoned-carts | Follow up abandoned carts of % | marketing | list remind`,
};
