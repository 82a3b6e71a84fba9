import fs from 'node:fs';
import { DuckDBConnection } from '@duckdb/node-api';
import { openDuckdbStore } from '@/lib/analytics/store/duckdb';
const L=Number(process.argv[2]??1);
const text=fs.readFileSync('/tmp/mem/log600k.log').subarray(0,Math.max(2_000_000,L*30*4*700)); 
const cuts:number[]=[0]; let n=0; for(let i=0;i<text.length;i++) if(text[i]===10&&++n%L===0) cuts.push(i+1);
const stat=new Map<string,[number,number]>(); let on=false;
for(const m of ['run','runAndReadAll'] as const){ const f=(DuckDBConnection.prototype as any)[m]; (DuckDBConnection.prototype as any)[m]=async function(sql:string,...r:any[]){ const cpu=process.cpuUsage(); try{return await f.call(this,sql,...r)}finally{ const u=process.cpuUsage(cpu); if(on&&!(m==='run'&&false)){const k=m+' '+sql.replace(/\s+/g,' ').replace(/\d+/g,'#').slice(0,90); const s=stat.get(k)??[0,0]; s[0]++; s[1]+=(u.user+u.system)/1000; stat.set(k,s);} } } }
fs.rmSync('/tmp/mem/fix',{recursive:true,force:true}); const store=await openDuckdbStore('/tmp/mem/fix/e.duckdb');
let k=0; const read=[] as number[], write=[] as number[]; const G=Number(process.argv[3]??24);
for(let g=0;g<G;g++){ on=g>=4; const batches=[] as any[]; let c0=process.cpuUsage();
 for(let b=0;b<4;b++,k++){ const lines=await store.readLines(text.subarray(cuts[k]!,cuts[k+1]!),0);
  await lines.know({hosts:lines.values.hosts.map(raw=>({raw,host:raw,oem_id:'default',domain_id:'d'})),addresses:lines.values.addresses.map(raw=>({raw,country:'DE',asn:1})),agents:lines.values.agents.map(raw=>({raw,ua_class:'browser',ua_name:'x'})),referers:lines.values.referers.map(raw=>({raw,referer_host:raw}))});
  batches.push({oem_id:'',batch_id:'b'+k,events:[],lines,rejected:[],reasons:{}}); }
 let u=process.cpuUsage(c0); read.push((u.user+u.system)/1000); c0=process.cpuUsage();
 const r=await store.insert(batches); if(g===0)console.log(r[0]);
 u=process.cpuUsage(c0); write.push((u.user+u.system)/1000); }
const med=(a:number[])=>{const s=a.slice(4).sort((x,y)=>x-y); return s[0]!.toFixed(1)+' / '+s[s.length>>1]!.toFixed(1)};
console.log('read x4 ms cpu',med(read),' write',med(write),' per event us', (Number(med(read).split(' ')[0])*1000/4/L).toFixed(2), (Number(med(write).split(' ')[0])*1000/4/L).toFixed(2));
const per=(G-4); let tot=0; for(const [q,[c,t]] of [...stat].sort((a,b)=>b[1][1]-a[1][1]).slice(0,Number(process.argv[4]??40))) console.log((t/per).toFixed(2),'ms/group',(c/per).toFixed(1),q);
console.log('total', [...stat.values()].reduce((a,[,t])=>a+t,0)/per);
await store.close();
